// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.experiment;

import io.lockstep.run.RunOptions;
import io.lockstep.run.answer.Answer;
import io.lockstep.run.sample.Sampling;
import io.lockstep.study.StudyOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Options for simulating variants of devices.
 *
 * @param study threads, limits and store, which do not affect results
 * @param phases number of launch phases, at least 1
 * @param kernels whether to compare kernel times alone, regardless of the timing that the workload
 *     defines
 * @param limit limit of the total wall time, or empty
 */
public record ExperimentOptions(
    StudyOptions study, int phases, boolean kernels, Optional<Duration> limit) {
  public static final int PHASES = 4;

  /**
   * Declares the field {@code timing}, for a value that is true if only kernel times are compared.
   */
  public static final Answer<Boolean> TIMING =
      Answer.<Boolean>part()
          .word(
              "timing",
              "workload: time as defined by the workload; kernels: time of the kernels alone.",
              List.of("workload", "kernels"),
              kernels -> kernels ? "kernels" : "workload");

  public ExperimentOptions {
    if (phases < 1) {
      throw new IllegalArgumentException(phases + " phases");
    }
  }

  /** Returns a copy that samples launches as requested. */
  public ExperimentOptions sampling(Sampling request) {
    return with(study.run().with().sampling(request));
  }

  /** Returns a copy that also counts cycles by stall reason. */
  public ExperimentOptions byCause() {
    return with(study.run().with().byCause(true));
  }

  /**
   * Returns a copy that also records cycles by stall reason, source line and unit, and critical
   * paths unless work is left out; these observations are not stored.
   */
  public ExperimentOptions observed() {
    boolean isWhole = !study.run().sampling().isWanted();
    return with(study.run().with().byCause(true).byLine(true).perUnit(true).criticalPath(isWhole));
  }

  private ExperimentOptions with(RunOptions.Builder run) {
    return new ExperimentOptions(study.with(run.build()), phases, kernels, limit);
  }
}
