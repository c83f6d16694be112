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
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
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
  private boolean stored; // whether the store of traces knows the program
  private Optional<Observation> observation = Optional.empty();
  private BufferDumps dumps = BufferDumps.none();
  int users; // maintained by the pool

  PooledProgram(Setting pool, ProgramKey asked) {
    this.pool = pool;
    this.asked = asked;
  }

  /**
   * Observes the execution and all simulations from now on.
   *
   * @param files files of the run and its progress; empty for none
   * @param buffers buffers to write after the execution
   */
  public synchronized void observe(Optional<Observation> files, BufferDumps buffers) {
    observation = files;
    dumps = buffers;
  }

  /**
   * Groups the requests of this program by what they run: {@link SharedProgram#comparing}.
   *
   * @throws InputException if the workload is wrong
   */
  public synchronized List<List<Integer>> comparing(List<Request> requests) {
    read();
    return program.comparing(requests.stream().map(Request::target).toList(), dumps);
  }

  /** Ends a group of {@link #comparing}. */
  public synchronized void compared(List<RunResult> results) {
    if (program != null) {
      program.compared(results);
    }
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
        // other threads execute other programs, unless this one is observed
        int threads = observation.isPresent() ? pool.options().threads() : 1;
        program =
            asked
                .workload()
                .open(pool.runner(), asked.parameters(), pool.options().withThreads(threads));
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
   * Reads and records the program, once.
   *
   * @param options limits of the execution
   * @return the failed result if this machine cannot execute the program, otherwise empty
   * @throws InputException if the workload is wrong
   * @throws OutputException if the recording cannot be stored
   */
  public synchronized Optional<RunResult> prepare(Request request, RunOptions options) {
    try (Observation none = Observation.none()) {
      read();
      String key = load();
      Optional<String> late =
          program.record(request.target(), options, observation.orElse(none), dumps);
      if (late.isEmpty() && !key.isEmpty()) {
        pool.traces().add(key, program::writeTrace);
      }
      return late.map(message -> failed(request, Failure.TIME_LIMIT, message));
    } catch (OutOfMemoryError e) {
      close(); // the partial execution is useless; memory may suffice in a later attempt
      return Optional.of(unread(request, Failure.MEMORY, Memory.exhausted(e)));
    }
  }

  /** Looks for a stored trace; returns the key under which one is to be added, or empty. */
  private String load() {
    if (stored || pool.traces() == TraceStore.NONE || program.trace().isPresent()) {
      return "";
    }
    stored = true;
    String key = Digests.sha256(text());
    Optional<Path> known = pool.traces().find(key);
    if (known.isPresent()) {
      if (program.load(known.get(), pool.options())) {
        return "";
      }
      pool.traces().damaged(key);
    }
    return key;
  }

  /**
   * Simulates a request after {@link #prepare}. Exceptions of the model are part of the result.
   *
   * @throws InputException if the specification or the trace is wrong
   */
  public RunResult run(Request request, RunOptions options) {
    try (Observation none = Observation.none()) {
      return program.run(
          request.target(), phased(options, request.phase()), observation.orElse(none));
    } catch (OutOfMemoryError e) {
      return program.without(request.target(), Failure.MEMORY, Memory.exhausted(e));
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
      stored = false;
    }
  }
}
