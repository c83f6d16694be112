package io.lockstep.explain;

import io.lockstep.explain.figures.Recipe;
import java.util.List;

/**
 * A specification that was simulated.
 *
 * @param groups those of the second device
 * @param recipe the command that repeats it
 * @param picos measured time at each launch phase, from 0 on
 * @param kernelPicos the kernels' own time at each
 */
public record Specification(
    List<String> groups, Recipe recipe, List<Long> picos, List<Long> kernelPicos) {
  /**
   * Copies the collections.
   *
   * @param groups those of the second device
   * @param recipe the command that repeats it
   * @param picos measured time at each launch phase
   * @param kernelPicos the kernels' own time at each
   */
  public Specification {
    groups = List.copyOf(groups);
    picos = List.copyOf(picos);
    kernelPicos = List.copyOf(kernelPicos);
  }
}
