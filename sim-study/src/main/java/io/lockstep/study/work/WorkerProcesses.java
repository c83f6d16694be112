// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import io.lockstep.run.Catalogue;
import io.lockstep.study.point.Request;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Starts worker processes, sends their setup, and schedules the termination of processes that
 * exceed their time limit. Thread-safe.
 */
public final class WorkerProcesses implements AutoCloseable {
  /** The command that runs a worker. */
  public static final String COMMAND = "worker";

  private static final long GRACE_MILLIS = 10_000;

  private final RequestLine lines;
  private final WorkerSetup setup;
  private final List<String> command;
  private final Optional<Path> logs;
  private final Optional<ScheduledExecutorService> clock;

  /**
   * Creates the configuration without starting a process.
   *
   * @param setup first message to each process; its time limit applies separately to execution and
   *     simulation
   * @param plugins folders with device modules
   * @param heapBytes maximum heap size of each process, or empty for Java's default
   * @param logs folder for the standard error of processes; if empty, they inherit the standard
   *     error of this process
   */
  public WorkerProcesses(
      Catalogue catalogue,
      WorkerSetup setup,
      List<Path> plugins,
      OptionalLong heapBytes,
      Optional<Path> logs) {
    lines =
        new RequestLine(
            catalogue,
            kernels -> {
              throw new IllegalStateException("nothing is read here");
            });
    this.setup = setup;
    this.logs = logs;
    List<String> words = new ArrayList<>(List.of(COMMAND));
    plugins.forEach(p -> words.addAll(List.of("--plugin-path", p.toAbsolutePath().toString())));
    command = JavaCommand.of(heapBytes, words);
    clock =
        setup
            .run()
            .limits()
            .run()
            .map(
                limit ->
                    Executors.newSingleThreadScheduledExecutor(
                        work -> {
                          Thread thread = new Thread(work, "lockstep-deadlines");
                          thread.setDaemon(true);
                          return thread;
                        }));
  }

  /** Formats a request for a process; returns empty if only this process can compute it. */
  Optional<String> line(Request request) {
    return lines.write(request);
  }

  /** Returns the log file of a lane's processes. */
  Optional<Path> log(Worker worker, int number) {
    return logs.map(
        f -> f.resolve("worker-" + worker.host() + "-" + worker.process() + "-" + number + ".log"));
  }

  /** Starts a process and sends its setup. */
  WorkerProcess start(Optional<Path> log) {
    WorkerProcess process = new WorkerProcess(command, log);
    process.send(setup.line());
    return process;
  }

  /** Schedules an action for a process that far exceeds its time limit; empty without a limit. */
  Optional<ScheduledFuture<?>> late(Runnable work) {
    long millis = 2 * setup.run().limits().run().map(Duration::toMillis).orElse(0L) + GRACE_MILLIS;
    return clock.map(c -> c.schedule(work, millis, TimeUnit.MILLISECONDS));
  }

  @Override
  public void close() {
    clock.ifPresent(ScheduledExecutorService::shutdownNow);
  }
}
