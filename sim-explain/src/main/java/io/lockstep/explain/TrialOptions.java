package io.lockstep.explain;

import io.lockstep.study.StudyOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * Options for simulating variants of devices.
 *
 * @param study threads, limits and store, without effect on results
 * @param phases number of launch phases, from 0 on
 * @param kernels whether the kernels' own time counts, whatever the workload's timing says
 * @param limit total wall time, or empty
 */
public record TrialOptions(
    StudyOptions study, int phases, boolean kernels, Optional<Duration> limit) {
  /** Default number of launch phases. */
  public static final int PHASES = 4;

  /**
   * Checked.
   *
   * @param study threads, limits and store
   * @param phases at least 1
   * @param kernels whether the kernels' own time counts
   * @param limit wall time of all, or empty
   */
  public TrialOptions {
    if (phases < 1) {
      throw new IllegalArgumentException(phases + " phases");
    }
  }

  /** {@return the same, with cycles by cause} */
  public TrialOptions byCause() {
    return new TrialOptions(
        study.with(study.run().with().byCause(true).build()), phases, kernels, limit);
  }

  /**
   * {@return the same, with what a run shows by reason, by line and by unit, and with critical
   * paths; nothing of this is stored}
   */
  public TrialOptions observed() {
    return new TrialOptions(
        study.with(
            study.run().with().byCause(true).byLine(true).perUnit(true).criticalPath(true).build()),
        phases,
        kernels,
        limit);
  }
}
