package io.lockstep.study.work;

import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.Verdict;
import io.lockstep.study.point.Point;
import io.lockstep.study.point.Request;
import io.lockstep.study.program.PooledProgram;
import io.lockstep.study.store.Outcome;
import io.lockstep.study.store.ResultStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Computes points in a separate process, which writes their rows. A process that died is replaced;
 * if it died too often at one point, the lane writes that point's row.
 */
public final class ProcessLane implements Lane<Point> {
  private static final int MOST_STARTS = 3; // without a word

  /**
   * Settings that all lanes of a driver share.
   *
   * @param command starts a process
   * @param logs folder of the processes' output
   * @param requests of points
   * @param store receives rows of points at which processes die
   * @param worker this process
   * @param deadlines at which late processes are killed
   */
  public record Setting(
      List<String> command,
      Path logs,
      Function<Point, Request> requests,
      ResultStore store,
      Worker worker,
      Deadlines deadlines) {}

  private final Setting setting;
  private final Path log;
  private volatile WorkerProcess process; // null where none is there
  private volatile boolean closed;
  private volatile boolean late;
  private int starts;

  /**
   * Starts nothing yet.
   *
   * @param setting shared
   * @param number from 1, of the lane
   */
  public ProcessLane(Setting setting, int number) {
    this.setting = setting;
    Worker worker = setting.worker();
    log =
        setting
            .logs()
            .resolve("worker-" + worker.host() + "-" + worker.process() + "-" + number + ".log");
  }

  @Override
  public Ended compute(Task<Point> task) throws InterruptedException {
    String text = WorkerText.write(task);
    late = false;
    while (!ready() || !process.send(text)) {
      end(); // it has died while it had nothing to do
    }
    Optional<ScheduledFuture<?>> limit = setting.deadlines().after(this::tooLate);
    try {
      return answer(task);
    } finally {
      limit.ifPresent(l -> l.cancel(false));
    }
  }

  private Ended answer(Task<Point> task) throws InterruptedException {
    String key = "";
    for (String line = process.line(); line != null; line = process.line()) {
      String[] words = line.split(" ", 2);
      String rest = words.length == 1 ? "" : words[1];
      switch (words[0]) {
        case "key" -> key = rest;
        case "done" -> {
          return done(task, rest.split(" "));
        }
        case "memory" -> {
          end();
          return Ended.again(task.signal());
        }
        case "full" -> throw new OutputException(rest, new IOException("see " + log));
        case "wrong" -> throw new InputException("worker", rest);
        default -> {
          continue; // somebody else's word
        }
      }
    }
    String signal = late ? "time-out" : process.ended();
    end();
    if (closed) {
      throw new InterruptedException("closed");
    }
    if (!late && !task.isLast()) {
      return Ended.again(signal);
    }
    return aside(task, key, signal);
  }

  /** Parses verdict, failure, microseconds, trace, and whether the process continues. */
  private Ended done(Task<Point> task, String[] words) {
    if (!words[4].equals("on")) {
      end();
    }
    return new Ended(
        Verdict.valueOf(words[0]),
        words[1].equals("-") ? null : Failure.valueOf(words[1]),
        words[3].equals("-") ? "" : words[3],
        Long.parseLong(words[2]),
        task.signal());
  }

  /** The failed row of a point whose processes died. */
  private Ended aside(Task<Point> task, String key, String signal) {
    Request request = setting.requests().apply(task.point());
    RunResult result =
        late
            ? PooledProgram.unread(
                request, Failure.TIME_LIMIT, "not done long after its limit of time")
            : PooledProgram.unread(
                request,
                Failure.MODEL,
                "its process has died " + task.attempt() + " times, last by " + signal);
    setting
        .store()
        .add(
            new Outcome(
                task.point().index(),
                key.isEmpty() ? PooledProgram.unreadKey(request) : key,
                result,
                setting.worker().provenance(new Task<>(task.point(), task.attempt(), signal), 0)));
    return new Ended(result.verdict(), result.failure(), "", 0, signal);
  }

  /** Whether a process is running; starts one if necessary. */
  private boolean ready() throws InterruptedException {
    if (process != null) {
      return true;
    }
    if (closed) {
      throw new InterruptedException("closed");
    }
    process = new WorkerProcess(setting.command(), log);
    String line = process.line();
    while (line != null && !line.equals("ready")) {
      line = process.line();
    }
    if (line != null) {
      starts = 0;
      return true;
    }
    if (closed) {
      throw new InterruptedException("closed");
    }
    if (++starts >= MOST_STARTS) {
      throw new InputException(
          "worker process", "cannot be started (" + process.ended() + "); what it said: " + log);
    }
    return false;
  }

  private void tooLate() {
    WorkerProcess current = process;
    if (current != null) {
      late = true;
      current.kill();
    }
  }

  private void end() {
    WorkerProcess current = process;
    if (current != null) {
      current.close();
      process = null;
    }
  }

  @Override
  public void close() {
    closed = true;
    WorkerProcess current = process;
    if (current != null) {
      current.kill();
    }
  }

  /** When processes are killed that are too late. */
  public static final class Deadlines implements AutoCloseable {
    private static final long GRACE_MILLIS = 10_000;

    private final Optional<Long> millis;
    private final java.util.concurrent.ScheduledExecutorService clock;

    /**
     * Starts a clock.
     *
     * @param limit of a point, which the process itself keeps if it can, for the execution and for
     *     the simulation each
     */
    public Deadlines(Optional<java.time.Duration> limit) {
      millis = limit.map(l -> 2 * l.toMillis() + GRACE_MILLIS);
      clock =
          java.util.concurrent.Executors.newSingleThreadScheduledExecutor(
              work -> {
                Thread thread = new Thread(work, "lockstep-deadlines");
                thread.setDaemon(true);
                return thread;
              });
    }

    Optional<ScheduledFuture<?>> after(Runnable work) {
      return millis.map(m -> clock.schedule(work, m, TimeUnit.MILLISECONDS));
    }

    @Override
    public void close() {
      clock.shutdownNow();
    }
  }
}
