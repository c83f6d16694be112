// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.game;

/** The characteristic function of a cooperative game: coalition values, once per repetition. */
@FunctionalInterface
public interface Payoff {
  /**
   * Returns the values of a coalition; every coalition has the same number of values.
   *
   * @param coalition bit mask as in {@link Coalition}
   */
  double[] of(long coalition);

  /** Creates a game with a single repetition. */
  static Payoff once(java.util.function.LongToDoubleFunction values) {
    return coalition -> new double[] {values.applyAsDouble(coalition)};
  }
}
