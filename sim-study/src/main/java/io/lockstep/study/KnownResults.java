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
 * Results of requests, each simulated once however often it is asked for. {@link #result} is for
 * any thread, also while others are simulated and after it was closed.
 */
public final class KnownResults implements AutoCloseable {
  private final Study study;
  private final Map<Request, RunResult> known = new ConcurrentHashMap<>();

  /**
   * Knows nothing yet.
   *
   * @param catalogue models behind specifications
   * @param frontends readers of kernels
   * @param options how requests are run
   */
  public KnownResults(Catalogue catalogue, List<KernelFrontend> frontends, StudyOptions options) {
    study = new Study(catalogue, frontends, options);
  }

  /**
   * {@return the requests whose results are not known, each once, in their order}
   *
   * @param requests any
   */
  public List<Request> unknown(Collection<Request> requests) {
    return requests.stream().filter(r -> !known.containsKey(r)).distinct().toList();
  }

  /**
   * Simulates what is not known.
   *
   * @param requests in the order in which what is wrong with them is thrown
   * @param progress told of each that is simulated
   * @throws io.lockstep.io.InputException if the options are strict: what is wrong with the first
   *     request that has something wrong
   */
  public void run(Collection<Request> requests, StudyProgress progress) {
    List<Request> wanted = unknown(requests);
    if (wanted.isEmpty()) {
      return;
    }
    AtomicInteger done = new AtomicInteger();
    study.run(
        wanted,
        (request, result) -> {
          known.put(request, result);
          progress.at(done.incrementAndGet(), wanted.size(), request.workload().name());
        });
  }

  /**
   * {@return the result of a request, if it is known}
   *
   * @param request any
   */
  public Optional<RunResult> result(Request request) {
    return Optional.ofNullable(known.get(request));
  }

  @Override
  public void close() {
    study.close();
  }
}
