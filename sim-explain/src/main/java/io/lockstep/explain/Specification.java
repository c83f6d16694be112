// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.figures.Recipe;
import io.lockstep.explain.trial.LogTimes;
import io.lockstep.run.answer.Answer;
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
  static final Answer<Specification> ANSWER =
      Answer.<Specification>part()
          .texts(
              "groups",
              "Groups of parameters taken from the second device, or ideal parts.",
              Specification::groups)
          .text("device", "Value of run --device.", s -> s.recipe.device())
          .named("set", "Values of run --set.", s -> s.recipe.set())
          .text("device_sha256", "Hash of the specification.", s -> s.recipe.spec().hash())
          .include(LogTimes.ANSWER, Specification::picos)
          .integers(
              "kernel_picoseconds",
              "Time of the kernels at each launch phase.",
              s -> s.kernelPicos.stream().mapToLong(p -> p).toArray());

  public Specification {
    groups = List.copyOf(groups);
    picos = List.copyOf(picos);
    kernelPicos = List.copyOf(kernelPicos);
  }
}
