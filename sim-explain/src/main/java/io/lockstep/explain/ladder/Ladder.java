package io.lockstep.explain.ladder;

import io.lockstep.explain.figures.Recipe;
import java.util.List;

/**
 * The ratio of two devices' times, by the bottlenecks that keep each from its peak.
 *
 * @param steps from the host down to the largest roof; their factors and {@code residual} multiply
 *     to the ratio
 * @param residual launch-phase residual: phase 0 relative to the mean of all
 * @param residualError two standard errors of its logarithm; not a number with a single launch
 *     phase
 * @param phases launch phases of each specification
 * @param quiet whether one of the requested phases suffices
 * @param oneOrder whether parts became ideal in one order alone
 * @param simulated configurations, the first device's first
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
   * A device with some parts ideal.
   *
   * @param second whether the second program was simulated
   * @param ideal names of these steps
   * @param recipe how to have it again
   */
  public record Configuration(boolean second, List<String> ideal, Recipe recipe) {
    /**
     * Copies the collections.
     *
     * @param second whether the second program was simulated
     * @param ideal names of these steps
     * @param recipe how to have it again
     */
    public Configuration {
      ideal = List.copyOf(ideal);
    }
  }

  /**
   * Copies the collections.
   *
   * @param steps from the host down to the largest roof
   * @param residual launch-phase residual
   * @param residualError two standard errors of its logarithm
   * @param phases launch phases of each specification
   * @param quiet whether one phase suffices
   * @param oneOrder whether parts became ideal in one order alone
   * @param simulated configurations
   */
  public Ladder {
    steps = List.copyOf(steps);
    simulated = List.copyOf(simulated);
  }
}
