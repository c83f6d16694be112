package io.lockstep.explain;

/**
 * How much is simulated. Immutable.
 *
 * @param trials how each specification is simulated
 * @param most simulations beyond which fewer phases are taken, at least {@link #FEWEST}
 * @param orders orders of players, where there are too many for all; even, at least 4
 * @param seed of these orders
 */
public record ExplainOptions(TrialOptions trials, int most, int orders, long seed) {
  /** Players up to whom all orders are asked. */
  public static final int ALL_ORDERS = 7;

  /** Launch phases where {@link TrialOptions#PHASES} would take too many simulations. */
  public static final int FEWEST = 2;

  /** Simulations of a minute, for a launch of some 200 µs on two cores. */
  public static final int MINUTE = 400;

  /** Default number of orders. */
  public static final int ORDERS = 16;

  /**
   * Checked.
   *
   * @param trials how each specification is simulated
   * @param most simulations beyond which fewer phases are taken
   * @param orders even, at least 4
   * @param seed of the orders
   */
  public ExplainOptions {
    if (orders < 4 || orders % 2 != 0) {
      throw new IllegalArgumentException(orders + " orders");
    }
  }
}
