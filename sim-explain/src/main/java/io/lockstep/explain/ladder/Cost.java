// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.ladder;

import io.lockstep.run.answer.Answer;

/**
 * The cost of one real part of a device, compared with an ideal part.
 *
 * @param factor time relative to the time with this part ideal; below 1 if the ideal part makes the
 *     device slower
 * @param error two standard errors of the factor's logarithm; NaN with a single launch phase
 * @param first the factor if this part becomes ideal as early as allowed
 * @param last the factor if this part becomes ideal as late as allowed
 */
public record Cost(double factor, double error, double first, double last) {
  static final Answer<Cost> ANSWER =
      Answer.<Cost>part()
          .real(
              "cost",
              "Time / time with this part ideal; time in microseconds if unit says so.",
              Cost::factor)
          .realOrNull("error", "Two standard errors of the logarithm, or null.", Cost::error)
          .real("first", "The cost if this part becomes ideal as early as allowed.", Cost::first)
          .real("last", "The cost if this part becomes ideal as late as allowed.", Cost::last);

  private static final double LEAST = 0.01;

  static final Cost NONE = new Cost(1, 0, 1, 1);

  static Cost exactly(double factor) {
    return new Cost(factor, 0, factor, factor);
  }

  /** Whether the absolute logarithm of the factor exceeds both 0.01 and its error. */
  boolean isSeen() {
    return Math.abs(StrictMath.log(factor)) > (error > LEAST ? error : LEAST);
  }
}
