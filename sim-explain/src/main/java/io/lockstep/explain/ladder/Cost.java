package io.lockstep.explain.ladder;

/**
 * What a step costs one device. Immutable.
 *
 * @param factor of its time, against that without: below 1 if an ideal part makes it slower
 * @param error two standard errors of the factor's logarithm; not a number if one launch phase was
 *     asked for
 * @param first the factor where this part becomes ideal before all others that need not be before
 *     it
 * @param last the factor where it becomes ideal after all others that need not be after it
 */
public record Cost(double factor, double error, double first, double last) {
  private static final double LEAST = 0.01;

  /** What does not cost anything. */
  static final Cost NONE = new Cost(1, 0, 1, 1);

  /** What is known exactly. */
  static Cost exactly(double factor) {
    return new Cost(factor, 0, factor, factor);
  }

  /** {@return whether it makes a difference, beyond a hundredth and its error} */
  boolean isSeen() {
    return Math.abs(StrictMath.log(factor)) > (error > LEAST ? error : LEAST);
  }
}
