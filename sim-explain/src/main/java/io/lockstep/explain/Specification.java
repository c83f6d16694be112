// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.figures.Recipe;
import java.util.List;

/**
 * A specification that was simulated.
 *
 * @param groups groups taken from the second device, or ideal parts
 * @param recipe recipe for a command that repeats the simulation
 * @param picos measured time at each launch phase, picoseconds
 * @param kernelPicos time of the kernels at each launch phase, picoseconds
 */
public record Specification(
    List<String> groups, Recipe recipe, List<Long> picos, List<Long> kernelPicos) {
  public Specification {
    groups = List.copyOf(groups);
    picos = List.copyOf(picos);
    kernelPicos = List.copyOf(kernelPicos);
  }
}
