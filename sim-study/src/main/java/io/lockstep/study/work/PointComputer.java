// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.observe.Glob;
import io.lockstep.run.Failure;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.study.point.Request;
import io.lockstep.study.program.PooledProgram;
import io.lockstep.study.program.ProgramPool;
import io.lockstep.study.store.ResultStore;
import io.lockstep.trace.record.Program;
import java.util.List;
import java.util.Optional;

/**
 * Computes the results of points in this process: from the store, from an equal point computed
 * recently, or by simulation. Errors of a point or a model are part of its result. Thread-safe.
 */
public final class PointComputer {
  /** Receives events about a point before it is simulated, on the thread that computes it. */
  public interface Listener {
    Listener NONE = new Listener() {};

    /**
     * Called when the key of the point is known.
     *
     * @param key 64 hexadecimal digits
     */
    default void keyed(String key) {}

    /** Called when the program has been read, before its execution. */
    default void read(Request request, Program program) {}
  }

  /**
   * A computed result.
   *
   * @param key key of the request; empty if no store needs it
   * @param isKnown whether the result comes from the store
   * @param wallMicros wall time in microseconds, without shared work
   * @param wrong error of the input, or empty
   */
  public record Computed(
      String key,
      RunResult result,
      boolean isKnown,
      long wallMicros,
      Optional<RuntimeException> wrong) {}

  private final ProgramPool pool;
  private final ResultStore store;
  private final RunOptions options;
  private final List<Glob> kept;
  private final Recent recent = new Recent();

  /**
   * Creates a computer of points.
   *
   * @param pool executes programs; closed by its owner
   * @param store store of known results; {@link ResultStore#NONE} needs no keys
   * @param kept patterns of statistics to keep; empty for all
   */
  public PointComputer(ProgramPool pool, ResultStore store, RunOptions options, List<String> kept) {
    this.pool = pool;
    this.store = store;
    this.options = options;
    this.kept = kept.stream().map(Glob::new).toList();
  }

  /** Returns the stored result of a point, if any. The point's program is read for its key. */
  Optional<Computed> known(Request request) {
    return store.isSearched()
        ? key(request)
            .flatMap(
                key ->
                    store
                        .find(key)
                        .filter(r -> isAnswer(r, request))
                        .map(r -> new Computed(key, words(r, request), true, 0, Optional.empty())))
        : Optional.empty();
  }

  ResultStore store() {
    return store;
  }

  /**
   * Computes a point.
   *
   * @throws OutputException if the execution cannot be stored
   * @throws InterruptedException if the thread is interrupted
   */
  public Computed compute(Request request, Listener listener) throws InterruptedException {
    PooledProgram program = pool.use(request.program());
    String key = store == ResultStore.NONE ? "" : PooledProgram.unreadKey(request);
    Optional<RuntimeException> wrong = Optional.empty();
    long from = System.nanoTime();
    RunResult result;
    try {
      if (!key.isEmpty()) {
        key = program.key(request);
        listener.keyed(key);
        Optional<RunResult> known = store.find(key).filter(r -> isAnswer(r, request));
        if (known.isPresent()) {
          return new Computed(key, words(known.get(), request), true, 0, wrong);
        }
      }
      listener.read(request, program.read());
      Optional<RunResult> early = program.prepare(request, options);
      from = System.nanoTime();
      result = early.isPresent() ? early.get() : simulated(program, key, request);
    } catch (OutputException e) {
      throw e;
    } catch (InputException | ExecutionException e) {
      wrong = Optional.of(e);
      result = program.failed(request, Failure.INPUT, e.getMessage());
    } catch (RuntimeException | StackOverflowError e) {
      // Internal errors must not affect other points.
      result = program.failed(request, Failure.MODEL, "internal error: " + e);
    } finally {
      pool.release(program);
    }
    return new Computed(key, keep(result), false, (System.nanoTime() - from) / 1000, wrong);
  }

  private RunResult simulated(PooledProgram program, String key, Request request)
      throws InterruptedException {
    return key.isEmpty()
        ? program.run(request, options)
        : words(recent.result(key, () -> program.run(request, options)), request);
  }

  /**
   * Returns whether a stored result applies to the request. A refusal may quote the spelling of
   * overrides, so its spelling must be equal.
   */
  private static boolean isAnswer(RunResult known, Request request) {
    return known.isSimulated() || known.overrides().equals(request.spec().overrides());
  }

  private static RunResult words(RunResult known, Request request) {
    return known.named(request.spec());
  }

  /**
   * Returns the key of a point, after reading but not executing its workload; empty if the workload
   * cannot be read.
   */
  public Optional<String> key(Request request) {
    PooledProgram program = pool.use(request.program());
    try {
      return Optional.of(program.key(request));
    } catch (RuntimeException | StackOverflowError e) {
      return Optional.empty(); // the error is reported in the result of the computed point
    } finally {
      pool.release(program);
    }
  }

  private RunResult keep(RunResult result) {
    return kept.isEmpty()
        ? result
        : result.keeping(name -> kept.stream().anyMatch(p -> p.matches(name)));
  }
}
