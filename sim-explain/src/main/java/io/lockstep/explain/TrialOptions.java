package io.lockstep.explain;

import io.lockstep.run.RunOptions;
import io.lockstep.study.store.ResultStore;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How devices with other figures are simulated. Immutable.
 *
 * @param run threads and limits; what is simulated does not depend on them
 * @param phases launch phases of what is uncertain, from 0 on
 * @param kernels whether the kernels' own time counts, whatever the workload's timing says
 * @param store where results are looked for and kept, or empty
 * @param limit wall time of all, or empty
 * @param told is given lines that a person may want to know, on any thread
 */
public record TrialOptions(
    RunOptions run,
    int phases,
    boolean kernels,
    Optional<ResultStore> store,
    Optional<Duration> limit,
    Consumer<String> told) {
  /** Default number of launch phases. */
  public static final int PHASES = 4;

  /**
   * Checked.
   *
   * @param run threads and limits
   * @param phases at least 1
   * @param kernels whether the kernels' own time counts
   * @param store where results are kept, or empty
   * @param limit wall time of all, or empty
   * @param told is given lines that a person may want to know
   */
  public TrialOptions {
    if (phases < 1) {
      throw new IllegalArgumentException(phases + " phases");
    }
  }

  /**
   * {@return the same, each run with other options}
   *
   * @param options how each is run
   */
  public TrialOptions with(RunOptions options) {
    return new TrialOptions(options, phases, kernels, store, limit, told);
  }
}
