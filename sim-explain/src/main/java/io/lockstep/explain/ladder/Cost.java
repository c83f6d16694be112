package io.lockstep.explain.ladder;

/**
 * The cost of a step on one device.
 *
 * @param factor of its time relative to the ideal part: below 1 if that makes it slower
 * @param error two standard errors of the factor's logarithm; not a number with a single launch
 *     phase
 * @param first the factor if this part becomes ideal as early as allowed
 * @param last the factor if it becomes ideal as late as allowed
 */
public record Cost(double factor, double error, double first, double last) {
  private static final double LEAST = 0.01;

  /** No cost. */
  static final Cost NONE = new Cost(1, 0, 1, 1);

  /** An exactly known cost. */
  static Cost exactly(double factor) {
    return new Cost(factor, 0, factor, factor);
  }

  /** {@return whether it makes a difference, beyond a hundredth and its error} */
  boolean isSeen() {
    return Math.abs(StrictMath.log(factor)) > (error > LEAST ? error : LEAST);
  }
}
