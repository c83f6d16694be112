package io.lockstep.explain;

import io.lockstep.run.RunOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * How much is simulated. Immutable.
 *
 * @param run threads and limits; what is simulated does not depend on them
 * @param phases launch phases of each specification, from 0 on
 * @param most simulations beyond which fewer phases are taken, at least {@link #FEWEST}
 * @param orders orders of players, where there are too many for all; even, at least 4
 * @param seed of these orders
 * @param kernels whether the kernels' own time is explained, whatever the workload's timing says
 * @param limit wall time of all, or empty
 */
public record ExplainOptions(
    RunOptions run,
    int phases,
    int most,
    int orders,
    long seed,
    boolean kernels,
    Optional<Duration> limit) {
  /** Maximum number of players for which all orders are evaluated. */
  public static final int ALL_ORDERS = 7;

  /** Default number of launch phases. */
  public static final int PHASES = 4;

  /** Launch phases where {@link #PHASES} would take too many simulations. */
  public static final int FEWEST = 2;

  /** Simulations of a minute, for a launch of some 200 µs on two cores. */
  public static final int MINUTE = 400;

  /** Default number of orders. */
  public static final int ORDERS = 16;

  /**
   * Checked.
   *
   * @param run threads and limits
   * @param phases at least 1
   * @param most simulations beyond which fewer phases are taken
   * @param orders even, at least 4
   * @param seed of the orders
   * @param kernels whether the kernels' own time is explained
   * @param limit wall time of all, or empty
   */
  public ExplainOptions {
    if (phases < 1 || orders < 4 || orders % 2 != 0) {
      throw new IllegalArgumentException(phases + " phases, " + orders + " orders");
    }
  }
}
