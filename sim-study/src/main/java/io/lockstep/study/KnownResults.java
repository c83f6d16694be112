// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study;

import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.study.point.Request;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Results of requests. Each request is simulated once. {@link #result} is thread-safe, also during
 * simulations and after closing.
 */
public final class KnownResults implements AutoCloseable {
  private final Study study;
  private final Map<Request, RunResult> known = new ConcurrentHashMap<>();

  public KnownResults(Catalogue catalogue, List<KernelFrontend> frontends, StudyOptions options) {
    study = new Study(catalogue, frontends, options);
  }

  /** Returns the requests without a result, without duplicates and in order. */
  public List<Request> unknown(Collection<Request> requests) {
    return requests.stream().filter(r -> !known.containsKey(r)).distinct().toList();
  }

  /**
   * Simulates the requests that have no result yet.
   *
   * @param requests requests in the order in which their errors are thrown
   * @param progress told the number of requests first, then each that is done
   * @throws io.lockstep.io.InputException with strict options: the error of the first faulty
   *     request
   */
  public void run(Collection<Request> requests, StudyProgress progress) {
    List<Request> wanted = unknown(requests);
    if (wanted.isEmpty()) {
      return;
    }
    progress.at(0, wanted.size(), "");
    AtomicInteger done = new AtomicInteger();
    study.run(
        wanted,
        (request, result) -> {
          known.put(request, result);
          progress.at(done.incrementAndGet(), wanted.size(), request.workload().name());
        });
  }

  /** Returns the result of a request; empty if it is not known yet. */
  public Optional<RunResult> result(Request request) {
    return Optional.ofNullable(known.get(request));
  }

  @Override
  public void close() {
    study.close();
  }
}
