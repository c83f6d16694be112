package io.lockstep.judge.validation;

import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.study.Study;
import io.lockstep.study.point.Request;
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
  private final Map<Request, PointResult> done = new ConcurrentHashMap<>();

  Simulations(Catalogue catalogue, List<KernelFrontend> frontends, ValidationOptions options) {
    this.catalogue = catalogue;
    this.frontends = frontends;
    this.options = options;
  }

  /** What a point came to, if it has been simulated. For any thread. */
  Optional<PointResult> result(Request point) {
    return Optional.ofNullable(done.get(point));
  }

  /** Simulates all of them. */
  void run(Collection<Request> points) {
    AtomicInteger finished = new AtomicInteger();
    try (Study study = new Study(catalogue, frontends, options.study())) {
      study.run(
          List.copyOf(points),
          (request, result) -> {
            done.put(request, PointResult.of(result));
            options
                .progress()
                .at(finished.incrementAndGet(), points.size(), request.workload().name());
          });
    }
  }
}
