// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.experiment.ExperimentOptions;

/**
 * Limits on the simulations of an explanation.
 *
 * @param experiment options of each simulation
 * @param most number of simulations beyond which fewer phases are used, at least {@link #FEWEST}
 * @param orders number of player orders to sample if there are too many to evaluate all; even, at
 *     least 4
 */
public record ExplainOptions(ExperimentOptions experiment, int most, int orders) {
  /** Maximum number of players for which all orders are evaluated. */
  public static final int ALL_ORDERS = 7;

  /**
   * Number of launch phases if {@link ExperimentOptions#PHASES} would need too many simulations.
   */
  public static final int FEWEST = 2;

  /** Approximate number of simulations per minute, for a launch of some 200 µs on two cores. */
  public static final int MINUTE = 400;

  public static final int ORDERS = 16;

  public ExplainOptions {
    if (orders < 4 || orders % 2 != 0) {
      throw new IllegalArgumentException(orders + " orders");
    }
  }
}
