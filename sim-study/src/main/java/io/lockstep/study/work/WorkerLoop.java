package io.lockstep.study.work;

import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.plugin.ModelThread;
import io.lockstep.study.point.Point;
import io.lockstep.study.point.Request;
import io.lockstep.study.store.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.SynchronousQueue;
import java.util.function.Function;

/**
 * The loop of a worker process: reads tasks, one per line, writes their rows and answers in lines
 * of a word and its arguments: {@code ready}; for a task {@code key}, then {@code done}, {@code
 * memory} (no row; the process is to be replaced), {@code full} or {@code wrong} (nothing more can
 * be computed).
 */
public final class WorkerLoop {
  private final PointComputer computer;
  private final Function<Point, Request> requests;
  private final Worker worker;
  private final PrintWriter out;
  private final PointComputer.Listener told =
      new PointComputer.Listener() {
        @Override
        public void keyed(String key) {
          say("key " + key);
        }
      };

  /**
   * Creates a loop.
   *
   * @param computer with the store of rows
   * @param requests of points
   * @param worker this process
   * @param out receives the answers
   */
  public WorkerLoop(
      PointComputer computer, Function<Point, Request> requests, Worker worker, PrintWriter out) {
    this.computer = computer;
    this.requests = requests;
    this.worker = worker;
    this.out = out;
  }

  /**
   * Works until the driver ends or nothing more can be computed.
   *
   * @param in source of tasks
   * @param gone called at its end
   * @throws InterruptedException if the process is to end
   * @throws IOException if a line is no task
   */
  public void run(BufferedReader in, Runnable gone) throws InterruptedException, IOException {
    SynchronousQueue<String> lines = new SynchronousQueue<>();
    Thread reader =
        new Thread(
            () -> {
              try {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                  lines.put(line);
                }
              } catch (IOException | InterruptedException e) {
                Thread.currentThread().interrupt(); // the same as its end
              }
              gone.run();
            },
            "lockstep-driver");
    reader.setDaemon(true);
    reader.start();
    say("ready");
    boolean on = true;
    while (on) {
      on = work(WorkerText.read(lines.take()));
    }
  }

  /** Whether this process can do more. */
  private boolean work(Task<Point> task) throws InterruptedException {
    try {
      PointComputer.Computed computed = computer.compute(requests.apply(task.point()), false, told);
      RunResult result = computed.result();
      if (result.failure() == Failure.MEMORY && !task.isLast()) {
        say("memory");
        return false;
      }
      computer
          .store()
          .add(
              new Outcome(
                  task.point().index(),
                  computed.key(),
                  result,
                  worker.provenance(task, computed.wallMicros())));
      boolean on = !ModelThread.anyAbandoned() && result.failure() != Failure.MEMORY;
      say(done(result, computed.wallMicros(), on));
      return on;
    } catch (OutputException e) {
      say("full " + e.getMessage());
      return false;
    } catch (InputException e) {
      say("wrong " + e.getMessage());
      return false;
    } catch (OutOfMemoryError e) {
      say("memory");
      return false;
    }
  }

  private static String done(RunResult result, long wallMicros, boolean on) {
    String trace = result.traceSha256();
    return String.join(
        " ",
        "done",
        result.verdict().name(),
        result.failure() == null ? "-" : result.failure().name(),
        Long.toString(wallMicros),
        trace.isEmpty() ? "-" : trace,
        on ? "on" : "over");
  }

  private void say(String line) {
    out.println(line.replace('\n', ' '));
    out.flush();
  }
}
