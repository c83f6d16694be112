// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.program;

import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.io.Digests;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.observe.Observation;
import io.lockstep.run.Failure;
import io.lockstep.run.Memory;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.Runner;
import io.lockstep.run.SharedProgram;
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.study.point.ProgramKey;
import io.lockstep.study.point.Request;
import io.lockstep.trace.record.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A workload with its parameters, which is read on demand and executed once. Its errors apply to
 * all its requests. Thread-safe: threads wait while another thread reads or executes it.
 */
public final class PooledProgram {
  /** Settings shared by all programs of a pool. */
  record Setting(Runner runner, RequestText texts, RunOptions options, TraceStore traces) {}

  private final Setting pool;
  private final ProgramKey asked;
  private SharedProgram program; // null before it is read, or if it cannot be read
  private String text; // null until requested
  private RuntimeException wrong; // error of the workload; null if none is known
  private String late; // message about an exceeded time limit, or null
  private boolean executed;
  int users; // maintained by the pool

  PooledProgram(Setting pool, ProgramKey asked) {
    this.pool = pool;
    this.asked = asked;
  }

  /**
   * Reads the program without executing it.
   *
   * @throws InputException if the workload is wrong
   */
  public synchronized Program read() {
    if (wrong != null) {
      throw wrong;
    }
    if (program == null) {
      try {
        program = asked.workload().open(pool.runner(), asked.parameters(), pool.options());
      } catch (InputException | ExecutionException e) {
        wrong = e;
        throw e;
      }
    }
    return program.program();
  }

  /**
   * Returns the content of a request as text: contents, values and versions, but no paths. Each
   * line has a name and a value.
   *
   * @throws InputException if the workload is wrong
   */
  public String text(Request request) {
    return pool.texts().of(request, text());
  }

  private synchronized String text() {
    read();
    if (text == null) {
      try {
        text = pool.texts().program(asked.workload(), program);
      } catch (InputException e) {
        wrong = e;
        throw e;
      }
    }
    return text;
  }

  /**
   * Returns the SHA-256 of the request's text as 64 hexadecimal digits. If the workload cannot be
   * read, the digest covers the names in the request and the error message instead.
   */
  public String key(Request request) {
    try {
      return Digests.sha256(text(request));
    } catch (InputException | ExecutionException e) {
      return Digests.sha256(words(request) + " " + e.getMessage());
    } catch (OutOfMemoryError e) {
      close(); // memory may suffice in a later attempt
      throw e;
    }
  }

  /** Returns the key of a request whose workload was not read, from its names. */
  public static String unreadKey(Request request) {
    return Digests.sha256(words(request));
  }

  private static String words(Request request) {
    return "unread "
        + YamlText.quoted(request.workload().toString())
        + YamlText.quoted(request.parameters().toString())
        + YamlText.quoted(request.spec().id())
        + YamlText.quoted(request.spec().overrides().toString())
        + request.phase();
  }

  /**
   * Reads and executes the program, once.
   *
   * @return the failed result if this machine cannot execute the program, otherwise empty
   * @throws InputException if the workload is wrong
   * @throws OutputException if the execution cannot be stored
   */
  public Optional<RunResult> prepare(Request request) {
    try {
      synchronized (this) {
        read();
        if (!executed && late == null) {
          execute();
        }
        return late == null
            ? Optional.empty()
            : Optional.of(failed(request, Failure.TIME_LIMIT, late));
      }
    } catch (OutOfMemoryError e) {
      close(); // the partial execution is useless; memory may suffice in a later attempt
      return Optional.of(unread(request, Failure.MEMORY, Memory.exhausted(e)));
    }
  }

  private void execute() {
    boolean isKept = pool.traces() != TraceStore.NONE && program.trace().isEmpty();
    String key = isKept ? Digests.sha256(text()) : "";
    Optional<Path> known = isKept ? pool.traces().find(key) : Optional.empty();
    if (known.isPresent()) {
      executed = program.executeFrom(known.get(), pool.options());
      if (executed) {
        return;
      }
      pool.traces().damaged(key);
    }
    try {
      late = program.execute(pool.options()).orElse(null);
      executed = late == null;
    } catch (InputException | ExecutionException e) {
      wrong = e;
      throw e;
    }
    if (executed && isKept) {
      pool.traces().add(key, program::writeTrace);
    }
  }

  /**
   * Simulates a request after {@link #prepare}. Exceptions of the model are part of the result.
   *
   * @throws InputException if the specification or the trace is wrong
   */
  public RunResult run(Request request, RunOptions options) {
    try {
      return program.run(request.target(), phased(options, request.phase()));
    } catch (OutOfMemoryError e) {
      return program.without(request.target(), Failure.MEMORY, Memory.exhausted(e));
    }
  }

  /**
   * Executes and simulates the program simultaneously without storing the execution, if possible;
   * for a program with a single request.
   *
   * @return the result, or empty if {@link #prepare} and {@link #run} must be used
   * @throws InputException if the workload is wrong
   */
  public synchronized Optional<RunResult> runOnce(Request request, RunOptions options) {
    read();
    if (executed || !program.canRunOnce(options)) {
      return Optional.empty();
    }
    List<Runner.Target> target = List.of(request.target());
    RunOptions own = phased(options, request.phase());
    try (Observation none = Observation.none()) {
      return Optional.of(
          program.runTogether(target, own, none, BufferDumps.none(), (result, i) -> {}).get(0));
    } catch (OutOfMemoryError e) {
      return Optional.of(failed(request, Failure.MEMORY, Memory.exhausted(e)));
    } finally {
      close(); // the execution cannot be replayed
    }
  }

  private static RunOptions phased(RunOptions options, int phase) {
    return phase == 0 ? options : options.with().phase(options.phase() + phase).build();
  }

  /** Creates the result of a request that failed without a simulation. */
  public synchronized RunResult failed(Request request, Failure failure, String message) {
    return program == null
        ? unread(request, failure, message)
        : program.without(request.target(), failure, message);
  }

  /** Creates the failed result of a request whose workload was not read. */
  public static RunResult unread(Request request, Failure failure, String message) {
    return RunResult.failed(
        request.workload().name(), request.parameters(), request.spec(), failure, message);
  }

  synchronized void close() {
    if (program != null) {
      program.close();
      program = null;
      executed = false;
    }
  }
}
