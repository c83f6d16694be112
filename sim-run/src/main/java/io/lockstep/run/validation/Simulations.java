package io.lockstep.run.validation;

import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.run.variant.Request;
import io.lockstep.run.variant.VariantRunner;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Simulates points and knows what they came to. A point that fails costs only itself; results do
 * not depend on the threads.
 */
final class Simulations {
  private final Catalogue catalogue;
  private final List<KernelFrontend> frontends;
  private final ValidationOptions options;
  private final Map<Point, PointResult> done = new ConcurrentHashMap<>();

  Simulations(Catalogue catalogue, List<KernelFrontend> frontends, ValidationOptions options) {
    this.catalogue = catalogue;
    this.frontends = frontends;
    this.options = options;
  }

  /** What a point came to, if it has been simulated. For any thread. */
  Optional<PointResult> result(Point point) {
    return Optional.ofNullable(done.get(point));
  }

  /** Simulates all of them. */
  void run(Collection<Point> points) {
    List<Point> all = List.copyOf(points);
    List<Request> requests = all.stream().map(Point::request).toList();
    AtomicInteger finished = new AtomicInteger();
    try (VariantRunner runner = new VariantRunner(catalogue, frontends, options.variants())) {
      List<RunResult> results =
          runner.run(
              requests,
              (request, result) -> {
                done.put(Point.of(request), PointResult.of(result));
                String name = request.workload().getFileName().toString();
                options.progress().at(finished.incrementAndGet(), all.size(), name);
              });
      for (int i = 0; i < all.size(); i++) {
        done.put(all.get(i), PointResult.of(results.get(i))); // those of second tries
      }
    }
  }
}
