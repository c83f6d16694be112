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

/** How worker processes are started and set up, and when late ones are killed. Thread-safe. */
public final class WorkerProcesses implements AutoCloseable {
  /** The command that a worker process is. */
  public static final String COMMAND = "worker";

  private static final long GRACE_MILLIS = 10_000;

  private final RequestLine lines;
  private final WorkerSetup setup;
  private final List<String> command;
  private final Optional<Path> logs;
  private final Optional<ScheduledExecutorService> clock;

  /**
   * Starts no process yet.
   *
   * @param catalogue devices that requests name
   * @param setup first message to each process; its limit of a run is for the execution and for the
   *     simulation each
   * @param plugins folders with device modules
   * @param heapBytes most bytes of each heap, or empty for what Java takes
   * @param logs folder of what processes say on standard error, or empty for that of this process
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

  /** A request in the form for processes; empty if only this process can compute it. */
  Optional<String> line(Request request) {
    return lines.write(request);
  }

  /** The file for the output of a lane's processes. */
  Optional<Path> log(Worker worker, int number) {
    return logs.map(
        f -> f.resolve("worker-" + worker.host() + "-" + worker.process() + "-" + number + ".log"));
  }

  /** Starts a process and passes it the options of runs. */
  WorkerProcess start(Optional<Path> log) {
    WorkerProcess process = new WorkerProcess(command, log);
    process.send(setup.line());
    return process;
  }

  /** Acts on a process that is long past the limit of a run, if there is one. */
  Optional<ScheduledFuture<?>> late(Runnable work) {
    long millis = 2 * setup.run().limits().run().map(Duration::toMillis).orElse(0L) + GRACE_MILLIS;
    return clock.map(c -> c.schedule(work, millis, TimeUnit.MILLISECONDS));
  }

  @Override
  public void close() {
    clock.ifPresent(ScheduledExecutorService::shutdownNow);
  }
}
