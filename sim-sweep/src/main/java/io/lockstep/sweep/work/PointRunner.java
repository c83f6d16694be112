package io.lockstep.sweep.work;

import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Failure;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.observe.Glob;
import io.lockstep.run.variant.PooledProgram;
import io.lockstep.run.variant.ProgramPool;
import io.lockstep.run.variant.Request;
import io.lockstep.run.variant.TraceStore;
import io.lockstep.sweep.point.Point;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;

/** Computes points in this process. Thread-safe. */
final class PointRunner implements AutoCloseable {
  private static final int MOST_SPECS = 512;

  private final Catalogue catalogue;
  private final ProgramPool pool;
  private final List<Glob> kept;
  private final Recent recent = new Recent();
  private final Map<List<Object>, Target> targets =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<List<Object>, Target> eldest) {
          return size() > MOST_SPECS;
        }
      };

  private record Target(DeviceSpec spec, String problem) {}

  /** A result with what it took. */
  record Computed(String key, RunResult result, long wallMicros) {}

  /**
   * @param kept patterns of statistics; none for all
   * @param notes receives notes for people, on any thread
   */
  PointRunner(
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      RunOptions options,
      List<String> kept,
      TraceStore traces,
      Consumer<String> notes) {
    this.catalogue = catalogue;
    this.kept = kept.stream().map(Glob::new).toList();
    pool = new ProgramPool(catalogue, frontends, options, traces, notes);
  }

  /**
   * Computes a point.
   *
   * @param keyed told its key before it is simulated
   * @throws InputException where there is no such device
   */
  Computed compute(Point point, Consumer<String> keyed) throws InterruptedException {
    Request request = request(point);
    PooledProgram program = pool.use(point.workload(), point.parameters());
    String key = PooledProgram.unreadKey(request);
    long from = System.nanoTime();
    RunResult result;
    try {
      key = program.key(request);
      keyed.accept(key);
      Optional<RunResult> wrong = program.prepare(request);
      from = System.nanoTime();
      result =
          wrong.isPresent()
              ? wrong.get()
              : recent.result(key, () -> program.run(request)).setting(request.spec().overrides());
    } catch (OutputException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) { // a fault of ours: the others go on
      result = program.failed(request, Failure.MODEL, "internal error: " + e);
    } finally {
      pool.release(program);
    }
    return new Computed(key, keep(result), (System.nanoTime() - from) / 1000);
  }

  /**
   * {@return the key of a point, which is read for it and not executed; empty where it cannot be
   * read}
   *
   * @throws InputException where there is no such device
   */
  Optional<String> key(Point point) throws InterruptedException {
    Request request = request(point);
    PooledProgram program = pool.use(point.workload(), point.parameters());
    try {
      return Optional.of(program.key(request));
    } catch (RuntimeException | StackOverflowError e) {
      return Optional.empty(); // told by the row of a point that is computed
    } finally {
      pool.release(program);
    }
  }

  private RunResult keep(RunResult result) {
    return kept.isEmpty()
        ? result
        : result.keeping(name -> kept.stream().anyMatch(p -> p.matches(name)));
  }

  /** What a point asks for, as a simulation takes it. */
  Request request(Point point) {
    List<Object> key = List.of(point.device(), point.settings());
    Target target;
    synchronized (targets) {
      target = targets.get(key);
    }
    if (target == null) {
      target = target(point.device(), point.settings());
      synchronized (targets) {
        targets.put(key, target);
      }
    }
    return new Request(
        point.workload(), point.parameters(), target.spec(), point.phase(), target.problem());
  }

  private Target target(String device, SortedMap<String, String> settings) {
    DeviceSpec spec = catalogue.spec(device);
    try {
      return new Target(spec.with(settings), "");
    } catch (InputException e) {
      return new Target(spec, e.getMessage());
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
