package io.lockstep.run.variant;

import io.lockstep.execute.ExecutionException;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.run.Failure;
import io.lockstep.run.Memory;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.Runner;
import io.lockstep.run.SharedProgram;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A workload with its parameters, read when it is first needed and executed once. An error in it is
 * in the results of all its requests. Thread-safe: other threads wait while it is read or executed.
 */
public final class PooledProgram {
  /** What all programs of a pool share. */
  record Setting(Runner runner, RequestText texts, RunOptions options, TraceStore traces) {}

  private final Setting pool;
  private final Path workload;
  private final SortedMap<String, String> parameters;
  private SharedProgram program; // null before it is read, and where it cannot be
  private String text = "";
  private String wrong; // null where nothing is known to be
  private Failure why;
  private boolean executed;
  int users; // the pool's

  PooledProgram(Setting pool, Path workload, SortedMap<String, String> parameters) {
    this.pool = pool;
    this.workload = workload;
    this.parameters = parameters;
  }

  /**
   * {@return the key of a request, 64 hexadecimal digits over contents, values and versions,
   * without paths} For an unreadable workload the key is computed from the request's text.
   *
   * @param request of this program
   */
  public String key(Request request) {
    String known = read();
    return Digests.sha256(
        known.isEmpty() ? words(request) + " " + wrong : pool.texts().of(request, known));
  }

  /** What a request says of itself. */
  private static String words(Request request) {
    return "unread "
        + YamlText.quoted(request.workload().toString())
        + YamlText.quoted(request.parameters().toString())
        + YamlText.quoted(request.spec().id())
        + YamlText.quoted(request.spec().overrides().toString())
        + request.phase();
  }

  private synchronized String read() {
    if (program == null && wrong == null) {
      try {
        program = SharedProgram.open(pool.runner(), workload, parameters, pool.options());
        text = pool.texts().program(workload, program, true);
      } catch (InputException e) {
        fails(Failure.INPUT, e.getMessage());
      } catch (OutOfMemoryError e) {
        close(); // another time there may be more
        throw e;
      }
    }
    return text;
  }

  private void fails(Failure failure, String message) {
    why = failure;
    wrong = message;
  }

  /**
   * Reads and executes it, unless already done.
   *
   * @param request of this program
   * @return its result if it cannot be simulated, else empty
   * @throws OutputException if the execution cannot be stored
   */
  public Optional<RunResult> prepare(Request request) {
    try {
      synchronized (this) {
        read();
        execute();
        return wrong == null ? Optional.empty() : Optional.of(failed(request, why, wrong));
      }
    } catch (OutOfMemoryError e) {
      close(); // what was begun is of no use; another time there may be more
      return Optional.of(unread(request, Failure.MEMORY, Memory.exhausted(e)));
    }
  }

  private void execute() {
    if (wrong != null || executed) {
      return;
    }
    String key = Digests.sha256(text);
    boolean isTrace = program.trace().isPresent();
    Optional<Path> known = isTrace ? Optional.empty() : pool.traces().find(key);
    if (known.isPresent()) {
      executed = program.executeFrom(known.get(), pool.options());
      if (!executed) {
        pool.traces().damaged(key);
      }
    }
    if (executed) {
      return;
    }
    try {
      Optional<String> late = program.execute(pool.options());
      executed = late.isEmpty();
      late.ifPresent(message -> fails(Failure.TIME_LIMIT, message));
    } catch (InputException | ExecutionException e) {
      fails(Failure.INPUT, e.getMessage());
    }
    if (executed && !isTrace) {
      pool.traces().add(key, program::writeTrace);
    }
  }

  /**
   * Simulates a request after {@link #prepare}.
   *
   * @param request of this program
   * @return its result, which contains errors of the request or the model
   */
  public RunResult run(Request request) {
    Runner.Target target = new Runner.Target(request.spec(), request.problem());
    RunOptions each = VariantRunner.phased(pool.options(), request.phase());
    try {
      return program.run(target, each);
    } catch (InputException | ExecutionException e) {
      return program.without(target, Failure.INPUT, e.getMessage());
    } catch (OutOfMemoryError e) {
      return program.without(target, Failure.MEMORY, Memory.exhausted(e));
    }
  }

  /**
   * {@return a result of a request that was not simulated}
   *
   * @param request of this program
   * @param failure whose fault it is
   * @param message the same for people
   */
  public synchronized RunResult failed(Request request, Failure failure, String message) {
    if (program != null) {
      return program.without(
          new Runner.Target(request.spec(), request.problem()), failure, message);
    }
    return unread(request, failure, message);
  }

  /**
   * {@return a result of a request whose workload was not read}
   *
   * @param request the request
   * @param failure the kind of failure
   * @param message the reason, for people
   */
  public static RunResult unread(Request request, Failure failure, String message) {
    String name = request.workload().getFileName().toString();
    return RunResult.failed(name, request.parameters(), request.spec(), failure, message);
  }

  /**
   * {@return the key of a request whose workload was not read, computed from the request's text}
   *
   * @param request the request
   */
  public static String unreadKey(Request request) {
    return Digests.sha256(words(request));
  }

  synchronized void close() {
    if (program != null) {
      program.close();
      program = null;
    }
  }
}
