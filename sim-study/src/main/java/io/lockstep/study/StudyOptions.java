package io.lockstep.study;

import io.lockstep.run.RunOptions;
import io.lockstep.study.store.ResultStore;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Options for running requests.
 *
 * @param run options of each run: {@code threads} is the number of concurrent simulations, {@code
 *     limits} hold for each request, {@code memoryBytes} for each execution. Checks are not
 *     supported.
 * @param store store of results, or empty
 * @param strict whether a wrong workload ends the whole run, as {@link
 *     io.lockstep.io.InputException}; otherwise its requests fail, and only they
 * @param lanes what computes requests; what a store does not keep of a run is for threads alone
 * @param notes receives notes for people, one line each, on any thread
 */
public record StudyOptions(
    RunOptions run,
    Optional<ResultStore> store,
    boolean strict,
    StudyWorkers lanes,
    Consumer<String> notes) {
  /**
   * Refuses options that are not supported for several requests.
   *
   * @param run options of each run
   * @param store store of results, or empty
   * @param strict whether a wrong workload ends the whole run
   * @param lanes what computes requests
   * @param notes receives notes for people
   */
  public StudyOptions {
    if (run.checks().wantsAny()) {
      throw new IllegalArgumentException("checks are made by a run of their own");
    }
  }

  /** {@return the defaults: all processors, no store, no receiver of notes} */
  public static StudyOptions defaults() {
    RunOptions usual = RunOptions.defaults();
    int processors = Runtime.getRuntime().availableProcessors();
    return new StudyOptions(
        usual.withThreads(processors), Optional.empty(), false, StudyWorkers.THREADS, note -> {});
  }

  /**
   * {@return the same, each run with other options}
   *
   * @param options how each is run
   */
  public StudyOptions with(RunOptions options) {
    return new StudyOptions(options, store, strict, lanes, notes);
  }

  /**
   * {@return the same, results kept}
   *
   * @param kept where
   */
  public StudyOptions with(ResultStore kept) {
    return with(Optional.of(kept));
  }

  /**
   * {@return the same, results kept or not}
   *
   * @param kept where, or empty
   */
  public StudyOptions with(Optional<ResultStore> kept) {
    return new StudyOptions(run, kept, strict, lanes, notes);
  }

  /**
   * {@return the same, computed by others}
   *
   * @param others what computes requests
   */
  public StudyOptions with(StudyWorkers others) {
    return new StudyOptions(run, store, strict, others, notes);
  }

  /** {@return a copy in which a wrong workload ends the whole study} */
  public StudyOptions strictly() {
    return new StudyOptions(run, store, true, lanes, notes);
  }

  /**
   * {@return a copy with another receiver of notes}
   *
   * @param somebody receives one line each, on any thread
   */
  public StudyOptions telling(Consumer<String> somebody) {
    return new StudyOptions(run, store, strict, lanes, somebody);
  }
}
