package io.lockstep.explain.ladder;

import io.lockstep.explain.figures.Recipe;
import java.util.List;

/**
 * The ratio of two devices' times by what keeps each from its peak. Immutable.
 *
 * @param rungs from the host down to work at peak; their factors and {@code luck} multiply to the
 *     ratio
 * @param luck what launch phase 0 has beyond the mean of all
 * @param luckError two standard errors of its logarithm; not a number where one launch phase was
 *     asked for
 * @param phases launch phases of each specification
 * @param quiet whether one phase does, of several that were asked for
 * @param steps what was simulated, the first device's first
 */
public record Ladder(
    List<Rung> rungs, double luck, double luckError, int phases, boolean quiet, List<Step> steps) {
  /**
   * A device with some parts ideal.
   *
   * @param ideal names of these rungs
   * @param recipe how to have it again
   */
  public record Step(List<String> ideal, Recipe recipe) {
    /**
     * Copies the collections.
     *
     * @param ideal names of these rungs
     * @param recipe how to have it again
     */
    public Step {
      ideal = List.copyOf(ideal);
    }
  }

  /**
   * Copies the collections.
   *
   * @param rungs from the host down to work at peak
   * @param luck what launch phase 0 has beyond the mean
   * @param luckError two standard errors of its logarithm
   * @param phases launch phases of each specification
   * @param quiet whether one phase does
   * @param steps what was simulated
   */
  public Ladder {
    rungs = List.copyOf(rungs);
    steps = List.copyOf(steps);
  }
}
