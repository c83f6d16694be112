// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study;

import io.lockstep.run.RunOptions;
import io.lockstep.study.store.ResultStore;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Options for running requests.
 *
 * @param run options of each run: {@code threads} is the number of concurrent simulations, {@code
 *     limits} apply to each request, {@code memoryBytes} to each execution. Checks need {@link
 *     Study#runObserved}.
 * @param strict whether an invalid workload ends the whole run with {@link
 *     io.lockstep.io.InputException}; otherwise only its requests fail
 * @param lanes whether threads or processes compute requests; runs with results that a store does
 *     not keep entirely always use threads
 * @param notes receives messages for users, one line each, on any thread
 */
public record StudyOptions(
    RunOptions run,
    Optional<ResultStore> store,
    boolean strict,
    StudyWorkers lanes,
    Consumer<String> notes) {
  /** Returns the defaults: all processors, no store, messages discarded. */
  public static StudyOptions defaults() {
    RunOptions usual = RunOptions.defaults();
    int processors = Runtime.getRuntime().availableProcessors();
    return new StudyOptions(
        usual.withThreads(processors), Optional.empty(), false, StudyWorkers.THREADS, note -> {});
  }

  public StudyOptions with(RunOptions options) {
    return new StudyOptions(options, store, strict, lanes, notes);
  }

  public StudyOptions with(ResultStore kept) {
    return with(Optional.of(kept));
  }

  public StudyOptions with(Optional<ResultStore> kept) {
    return new StudyOptions(run, kept, strict, lanes, notes);
  }

  public StudyOptions with(StudyWorkers others) {
    return new StudyOptions(run, store, strict, others, notes);
  }

  /** Returns a copy in which an invalid workload ends the whole run. */
  public StudyOptions strictly() {
    return new StudyOptions(run, store, true, lanes, notes);
  }

  public StudyOptions telling(Consumer<String> somebody) {
    return new StudyOptions(run, store, strict, lanes, somebody);
  }
}
