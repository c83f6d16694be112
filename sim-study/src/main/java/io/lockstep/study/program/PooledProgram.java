package io.lockstep.study.program;

import io.lockstep.execute.ExecutionException;
import io.lockstep.io.Digests;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.run.Failure;
import io.lockstep.run.Memory;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.Runner;
import io.lockstep.run.SharedProgram;
import io.lockstep.study.point.ProgramKey;
import io.lockstep.study.point.Request;
import io.lockstep.trace.record.Program;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A workload with its parameters, read on demand and executed once. Its errors are those of every
 * request. Thread-safe: threads wait while it is read or executed.
 */
public final class PooledProgram {
  /** Settings that all programs of a pool share. */
  record Setting(Runner runner, RequestText texts, RunOptions options, TraceStore traces) {}

  private final Setting pool;
  private final ProgramKey asked;
  private SharedProgram program; // null before it is read, and where it cannot be
  private String text; // null before it is asked for
  private RuntimeException wrong; // null where nothing is known to be
  private String late; // null where there was time to execute it
  private boolean executed;
  int users; // the pool's

  PooledProgram(Setting pool, ProgramKey asked) {
    this.pool = pool;
    this.asked = asked;
  }

  /**
   * {@return the program, not executed}
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
   * {@return the contents of a request as text: contents, values and versions, no paths; each line
   * has a name and a value}
   *
   * @param request of this program
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
   * {@return SHA-256 of the text as 64 hexadecimal digits} Of a workload that cannot be read it is
   * of the request's own words.
   *
   * @param request of this program
   */
  public String key(Request request) {
    try {
      return Digests.sha256(text(request));
    } catch (InputException | ExecutionException e) {
      return Digests.sha256(words(request) + " " + e.getMessage());
    } catch (OutOfMemoryError e) {
      close(); // another time there may be more
      throw e;
    }
  }

  /**
   * {@return the key of a request whose workload was not read, made from its own text}
   *
   * @param request program, device and launch phase
   */
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
   * Reads and executes it once.
   *
   * @param request of this program
   * @return its result if this machine cannot execute it, otherwise empty
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
      close(); // what was begun is of no use; another time there may be more
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
   * Simulates a request after {@link #prepare}.
   *
   * @param request of this program
   * @param options of the simulation
   * @return its result, which includes exceptions of the model
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
   * Executes and simulates it at the same time without storing the execution, if possible: for a
   * program of a single request.
   *
   * @param request of this program
   * @param options of the simulation
   * @return its result, or empty if {@link #prepare} and {@link #run} must be used
   * @throws InputException if the workload is wrong
   */
  public synchronized Optional<RunResult> runOnce(Request request, RunOptions options) {
    read();
    if (executed || !program.canRunOnce(options)) {
      return Optional.empty();
    }
    try {
      return Optional.of(program.runOnce(request.target(), phased(options, request.phase())));
    } catch (OutOfMemoryError e) {
      return Optional.of(failed(request, Failure.MEMORY, Memory.exhausted(e)));
    } finally {
      close(); // it is used up
    }
  }

  /** Applies a request's launch phase. */
  private static RunOptions phased(RunOptions options, int phase) {
    return phase == 0 ? options : options.with().phase(options.phase() + phase).build();
  }

  /**
   * {@return a result of a request that was not simulated}
   *
   * @param request of this program
   * @param failure kind of failure
   * @param message for people
   */
  public synchronized RunResult failed(Request request, Failure failure, String message) {
    return program == null
        ? unread(request, failure, message)
        : program.without(request.target(), failure, message);
  }

  /**
   * {@return a result of a request whose workload was not read}
   *
   * @param request program, device and launch phase
   * @param failure kind of failure
   * @param message for people
   */
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
