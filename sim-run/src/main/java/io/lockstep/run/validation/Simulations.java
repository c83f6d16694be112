package io.lockstep.run.validation;

import io.lockstep.execute.ExecutionException;
import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Failure;
import io.lockstep.run.Memory;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.Runner;
import io.lockstep.run.WallLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Simulates points: those of one workload and parameters share one execution, several executions go
 * on at once, and what is known is not simulated again. A point that fails costs only itself.
 * Results do not depend on the threads.
 */
final class Simulations {
  private final Catalogue catalogue;
  private final List<KernelFrontend> frontends;
  private final ValidationOptions options;
  private final Optional<PointStore> store;
  private final Map<Point, PointResult> done = new ConcurrentHashMap<>();

  Simulations(Catalogue catalogue, List<KernelFrontend> frontends, ValidationOptions options) {
    this.catalogue = catalogue;
    this.frontends = frontends;
    this.options = options;
    store =
        options.state().map(folder -> new PointStore(folder, new PointKeys(options.version())::of));
  }

  /** What a point came to, if it has been simulated. For any thread. */
  Optional<PointResult> result(Point point) {
    return Optional.ofNullable(done.get(point));
  }

  /** Simulates all of them. */
  void run(Collection<Point> points) {
    Map<Point.Execution, List<Point>> groups = new LinkedHashMap<>();
    for (Point point : points) {
      Optional<PointResult> known = store.flatMap(s -> s.find(point));
      if (known.isPresent()) {
        done.put(point, known.get());
      } else {
        groups.computeIfAbsent(point.execution(), k -> new ArrayList<>()).add(point);
      }
    }
    int all = done.size() + groups.values().stream().mapToInt(List::size).sum();
    AtomicInteger finished = new AtomicInteger(done.size());
    ExecutorService threads =
        Executors.newFixedThreadPool(
            options.threads(),
            task -> {
              Thread thread = new Thread(task, "lockstep-validation");
              thread.setDaemon(true);
              return thread;
            });
    List<Future<?>> tasks = new ArrayList<>();
    for (List<Point> group : groups.values()) {
      tasks.add(
          threads.submit(
              () -> {
                String name = String.valueOf(group.get(0).workload().getFileName());
                options.progress().at(finished.get(), all, name);
                group(group);
                options.progress().at(finished.addAndGet(group.size()), all, name);
              }));
    }
    threads.shutdown();
    try {
      for (Future<?> task : tasks) {
        task.get();
      }
    } catch (java.util.concurrent.ExecutionException e) {
      threads.shutdownNow();
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause(); // tasks declare nothing else
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Points of one execution; who needed too long beside others has its time alone. */
  private void group(List<Point> group) {
    List<PointResult> results = attempt(group);
    for (int i = 0; i < group.size(); i++) {
      PointResult result = results.get(i);
      if (group.size() > 1 && result.failure() == Failure.TIME_LIMIT) {
        result = attempt(List.of(group.get(i))).get(0);
      }
      done.put(group.get(i), result);
      if (store.isPresent()) {
        store.get().add(group.get(i), result);
      }
    }
  }

  private List<PointResult> attempt(List<Point> group) {
    Point first = group.get(0);
    List<Runner.Target> targets = group.stream().map(p -> new Runner.Target(p.spec())).toList();
    WallLimits limits = options.run().limits();
    Optional<Duration> limit = options.timeLimit();
    RunOptions alone =
        options
            .run()
            .with()
            .threads(1)
            .limits(limit.isPresent() ? limits.withRun(limit.get()) : limits)
            .build();
    try {
      List<RunResult> results =
          new Runner(catalogue, frontends)
              .telling(options.notes())
              .run(first.workload(), first.parameters(), targets, alone);
      return results.stream().map(PointResult::of).toList();
    } catch (InputException | ExecutionException e) {
      return group.stream().map(p -> PointResult.wrongInput(e.getMessage())).toList();
    } catch (OutOfMemoryError e) {
      String message = Memory.exhausted(e);
      return group.stream().map(p -> PointResult.failed(Failure.MEMORY, message)).toList();
    }
  }
}
