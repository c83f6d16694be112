package io.lockstep.explain.ladder;

import io.lockstep.explain.figures.Recipe;
import java.util.List;

/**
 * The ratio of two devices' times by what keeps each from its peak. Immutable.
 *
 * @param steps from the host down to work at peak; their factors and {@code residual} multiply to
 *     the ratio
 * @param residual what launch phase 0 has beyond the mean of all
 * @param residualError two standard errors of its logarithm; not a number if one launch phase was
 *     asked for
 * @param phases launch phases of each specification
 * @param quiet whether one phase does, of several that were asked for
 * @param simulated configurations, the first device's first
 */
public record Ladder(
    List<LadderStep> steps,
    double residual,
    double residualError,
    int phases,
    boolean quiet,
    List<Configuration> simulated) {
  /**
   * A device with some parts ideal.
   *
   * @param ideal names of these steps
   * @param recipe how to have it again
   */
  public record Configuration(List<String> ideal, Recipe recipe) {
    /**
     * Copies the collections.
     *
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
   * @param steps from the host down to work at peak
   * @param residual what launch phase 0 has beyond the mean
   * @param residualError two standard errors of its logarithm
   * @param phases launch phases of each specification
   * @param quiet whether one phase does
   * @param simulated configurations
   */
  public Ladder {
    steps = List.copyOf(steps);
    simulated = List.copyOf(simulated);
  }
}
