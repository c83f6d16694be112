package io.lockstep.explain;

import io.lockstep.run.RunOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * How much is simulated. Immutable.
 *
 * @param run threads and limits; what is simulated does not depend on them
 * @param phases launch phases of each specification, from 0 on
 * @param orders orders of players, where there are too many for all; even, at least 4
 * @param seed of these orders
 * @param kernels whether the kernels' own time is explained, whatever the workload's timing says
 * @param limit wall time of all, or empty
 */
public record ExplainOptions(
    RunOptions run, int phases, int orders, long seed, boolean kernels, Optional<Duration> limit) {
  /** Players up to whom all orders are asked. */
  public static final int ALL_ORDERS = 7;

  /** Launch phases where nothing is said. */
  public static final int PHASES = 4;

  /** Orders where nothing is said. */
  public static final int ORDERS = 16;

  /**
   * Checked.
   *
   * @param run threads and limits
   * @param phases at least 1
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
