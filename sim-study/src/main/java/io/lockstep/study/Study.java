package io.lockstep.study;

import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.study.point.Request;
import io.lockstep.study.program.ProgramPool;
import io.lockstep.study.program.TraceStore;
import io.lockstep.study.store.ResultStore;
import io.lockstep.study.work.Crew;
import io.lockstep.study.work.PointComputer;
import io.lockstep.study.work.ThreadLane;
import io.lockstep.study.work.WorkQueue;
import io.lockstep.study.work.Worker;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs lists of requests in this process. Requests of one program share one execution, each thread
 * simulates one at a time, and a failure affects only its request.
 *
 * <p>Results are in the order of the requests and do not depend on threads or the store. One call
 * of {@link #run} at a time; {@link #standing} is for any thread. Closing deletes stored
 * executions.
 */
public final class Study implements AutoCloseable {
  private final StudyOptions options;
  private final ProgramPool pool;
  private volatile Sheet sheet; // of the call that began last, or null

  /**
   * Creates a study; programs are read on demand.
   *
   * @param catalogue models behind specifications
   * @param frontends readers of kernels
   * @param options threads, limits, store
   */
  public Study(Catalogue catalogue, List<KernelFrontend> frontends, StudyOptions options) {
    this.options = options;
    pool = new ProgramPool(catalogue, frontends, options.run(), TraceStore.NONE, options.notes());
  }

  /**
   * Runs requests. Errors of a workload, a specification or a model are reported in the results
   * concerned, unless {@link StudyOptions#strict}.
   *
   * @param requests in the order of the results
   * @param listener notified of each result
   * @return one result for each, in their order
   * @throws io.lockstep.io.InputException with strict options: the error of the first faulty
   *     request
   * @throws io.lockstep.io.OutputException if a result or an execution cannot be stored
   * @throws IllegalStateException if the thread is interrupted; {@link #standing} has the rest
   */
  public List<RunResult> run(List<Request> requests, StudyListener listener) {
    RunOptions all = options.run();
    int count = Math.max(1, requests.size());
    RunOptions each = all.withThreads(Math.max(1, all.threads() / count), all.waiting());
    Sheet begun = new Sheet(requests, listener);
    WorkQueue<Sheet.Place> queue = new WorkQueue<>(begun.places().iterator());
    if (options.strict()) {
      begun.ending(queue::endAfter);
    }
    PointComputer computer = new PointComputer(pool, store(), each, List.of());
    Worker worker = Worker.here("");
    List<ThreadLane<Sheet.Place>> lanes = new ArrayList<>();
    for (int i = 0; i < Math.min(all.threads(), count); i++) {
      lanes.add(new ThreadLane<>(computer, Sheet.Place::request, worker, begun));
    }
    sheet = begun;
    new Crew<>(queue, lanes, true, (task, ended) -> {}).run(() -> {});
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("interrupted");
    }
    begun.rethrow();
    return begun.standing();
  }

  /**
   * {@return the current results of the last call} Unfinished requests are failed as interrupted;
   * those whose workload has not been read are left out. For any thread.
   */
  public List<RunResult> standing() {
    Sheet begun = sheet;
    return begun == null ? List.of() : begun.standing();
  }

  /** The store. A stored result has no figures of the machine, times by line or over time. */
  private ResultStore store() {
    RunOptions run = options.run();
    return run.host() || run.byLine() || run.byTime() || run.criticalPath()
        ? ResultStore.NONE
        : options.store().orElse(ResultStore.NONE);
  }

  @Override
  public void close() {
    pool.close();
  }
}
