// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import com.fasterxml.jackson.databind.JsonNode;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.JsonTree;
import io.lockstep.study.point.Request;
import io.lockstep.study.point.Schedulable;
import io.lockstep.study.program.PooledProgram;
import io.lockstep.study.store.ResultText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;

/**
 * Computes points in a separate process and stores their results from this process. A process that
 * died is replaced. Points whose device cannot be identified by name in another process are
 * computed in this process.
 */
public final class ProcessLane<P extends Schedulable> implements Lane<P> {
  private static final int MOST_STARTS = 3; // maximum number of consecutive unsuccessful starts

  private final ThreadLane<P> here;
  private final WorkerProcesses processes;
  private final Optional<Path> log;
  private volatile WorkerProcess process; // null if no process is running
  private volatile boolean closed;
  private volatile boolean late;
  private int starts;

  /**
   * Creates a lane without starting a process.
   *
   * @param here computes the points that processes cannot compute, and stores results
   * @param processes processes shared by all lanes
   * @param number number of the lane, from 1
   */
  public ProcessLane(ThreadLane<P> here, WorkerProcesses processes, int number) {
    this.here = here;
    this.processes = processes;
    log = processes.log(here.worker(), number);
  }

  @Override
  public Ended compute(Task<P> task) throws InterruptedException {
    Request request = here.request(task);
    Optional<String> line = processes.line(request);
    if (line.isEmpty()) {
      return here.compute(task);
    }
    Optional<PointComputer.Computed> known = here.known(request);
    if (known.isPresent()) {
      return here.finish(task, known.get(), here.worker());
    }
    late = false;
    while (!ready() || !process.send(line.get())) {
      end(); // the process died while idle
    }
    Optional<ScheduledFuture<?>> limit = processes.late(this::tooLate);
    try {
      return answer(task, request);
    } catch (IOException e) {
      throw new InputException("worker", e.getMessage(), e);
    } finally {
      limit.ifPresent(l -> l.cancel(false));
    }
  }

  private Ended answer(Task<P> task, Request request) throws InterruptedException, IOException {
    String key = "";
    for (String line = process.line(); line != null; line = process.line()) {
      String[] words = line.split(" ", 2);
      String rest = words.length == 1 ? "" : words[1];
      switch (words[0]) {
        case "key" -> key = rest;
        case "done" -> {
          byte[] json = rest.getBytes(StandardCharsets.UTF_8);
          return done(task, key, JsonTree.read(json, 0, json.length)); // numbers keep their scale
        }
        case "memory" -> {
          end();
          return finish(task, request, key, Failure.MEMORY, "its process had too little memory");
        }
        case "full" -> throw new OutputException(rest, new IOException("in a worker process"));
        case "wrong" -> throw new InputException("worker", rest);
        default -> {
          continue; // other output of the process
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
    Task<P> ended = new Task<>(task.point(), task.attempt(), signal);
    return late
        ? finish(ended, request, key, Failure.TIME_LIMIT, "not done long after its limit of time")
        : finish(
            ended,
            request,
            key,
            Failure.MODEL,
            "its process has died " + task.attempt() + " times, last by " + signal);
  }

  /** Stores a failed result for a point whose process did not report one. */
  private Ended finish(Task<P> task, Request request, String key, Failure failure, String message) {
    return here.finish(
        task,
        new PointComputer.Computed(
            key.isEmpty() ? PooledProgram.unreadKey(request) : key,
            PooledProgram.unread(request, failure, message),
            false,
            0,
            Optional.empty()),
        here.worker());
  }

  private Ended done(Task<P> task, String key, JsonNode json)
      throws InterruptedException, IOException {
    Worker worker = here.worker().as(process.id());
    if (!json.required("on").asBoolean()) {
      end();
    }
    RunResult result = ResultText.read(json.required("result"));
    if (result.failure() == Failure.INPUT && here.listener().isStrict()) {
      return here.compute(task); // computed again in this process to obtain the exception
    }
    long micros = json.required("micros").asLong();
    return here.finish(
        task, new PointComputer.Computed(key, result, false, micros, Optional.empty()), worker);
  }

  /** Starts a process unless one is running; returns whether it is ready. */
  private boolean ready() throws InterruptedException {
    if (process != null) {
      return true;
    }
    if (closed) {
      throw new InterruptedException("closed");
    }
    process = processes.start(log);
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
          "worker process",
          "cannot be started ("
              + process.ended()
              + ")"
              + log.map(file -> "; what it said: " + file).orElse(""));
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
    here.close();
    WorkerProcess current = process;
    if (current != null) {
      current.kill();
    }
  }
}
