// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.ladder;

import io.lockstep.explain.experiment.Variant;
import java.util.List;

/**
 * The ratio of two devices' times, decomposed by the bottlenecks that keep each device from its
 * peak.
 *
 * @param steps steps from the host down to the largest roof; their factors and {@code residual}
 *     multiply to the ratio
 * @param residual launch-phase residual: ratio at phase 0 relative to the mean over phases
 * @param residualError two standard errors of the residual's logarithm; NaN with a single launch
 *     phase
 * @param phases number of launch phases per specification
 * @param quiet whether one of the requested phases suffices
 * @param oneOrder whether parts became ideal in a single order
 * @param simulated simulated configurations, those of the first device first
 */
public record Ladder(
    List<LadderStep> steps,
    double residual,
    double residualError,
    int phases,
    boolean quiet,
    boolean oneOrder,
    List<Configuration> simulated) {
  /**
   * A device with some ideal parts.
   *
   * @param second whether the second run's program was simulated
   * @param ideal names of the ideal steps
   */
  public record Configuration(boolean second, List<String> ideal, Variant variant) {
    public Configuration {
      ideal = List.copyOf(ideal);
    }
  }

  public Ladder {
    steps = List.copyOf(steps);
    simulated = List.copyOf(simulated);
  }
}
