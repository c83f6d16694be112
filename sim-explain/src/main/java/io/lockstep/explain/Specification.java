// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.experiment.Experiment;
import io.lockstep.explain.experiment.LogTimes;
import io.lockstep.explain.experiment.Outcome;
import io.lockstep.explain.experiment.Variant;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Answer;
import java.util.List;

/**
 * A specification that was simulated.
 *
 * @param groups groups taken from the second device, or ideal parts
 * @param variant the device, with the options that repeat the simulation
 * @param picos measured time at each launch phase, picoseconds
 * @param kernelPicos time of the kernels at each launch phase, picoseconds
 */
public record Specification(
    List<String> groups, Variant variant, List<Long> picos, List<Long> kernelPicos) {
  static final Answer<Specification> ANSWER =
      Answer.<Specification>part()
          .texts(
              "groups",
              "Groups of parameters taken from the second device, or ideal parts.",
              Specification::groups)
          .text("device", "Value of run --device.", s -> s.variant.device())
          .named("set", "Values of run --set.", s -> s.variant.set())
          .text("device_sha256", "Hash of the specification.", s -> s.variant.spec().hash())
          .include(LogTimes.ANSWER, Specification::picos)
          .integers(
              "kernel_picoseconds",
              "Time of the kernels at each launch phase.",
              s -> s.kernelPicos.stream().mapToLong(p -> p).toArray());

  /** Returns the specification of a variant with its times. */
  static Specification of(List<String> groups, Variant variant, Experiment experiment, int phases) {
    Outcome outcome = experiment.simulated(variant, phases);
    return new Specification(
        groups, variant, outcome.picos(RunResult::picos), outcome.kernelPicos());
  }

  public Specification {
    groups = List.copyOf(groups);
    picos = List.copyOf(picos);
    kernelPicos = List.copyOf(kernelPicos);
  }
}
