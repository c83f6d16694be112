package io.lockstep.explain.game;

/** The values of coalitions of a game, one for each repetition. */
@FunctionalInterface
public interface Payoff {
  /**
   * {@return the values of a coalition, as many for each coalition}
   *
   * @param coalition as {@link Coalition} has it
   */
  double[] of(long coalition);

  /**
   * {@return a game that is played once}
   *
   * @param values of coalitions
   */
  static Payoff once(java.util.function.LongToDoubleFunction values) {
    return coalition -> new double[] {values.applyAsDouble(coalition)};
  }
}
