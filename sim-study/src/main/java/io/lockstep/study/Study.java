// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study;

import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.study.point.Request;
import io.lockstep.study.program.ProgramPool;
import io.lockstep.study.program.TraceStore;
import io.lockstep.study.store.ResultStore;
import io.lockstep.study.work.Lane;
import io.lockstep.study.work.LaneThreads;
import io.lockstep.study.work.PointComputer;
import io.lockstep.study.work.ProcessLane;
import io.lockstep.study.work.ThreadLane;
import io.lockstep.study.work.WorkQueue;
import io.lockstep.study.work.Worker;
import io.lockstep.study.work.WorkerProcesses;
import io.lockstep.study.work.WorkerSetup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Runs lists of requests. Requests with the same program share one execution, each lane simulates
 * one request at a time, and the failure of a request does not affect others.
 *
 * <p>Results are in the order of the requests and do not depend on the number of threads or the
 * store. {@link #run} must not be called concurrently; {@link #standing} is thread-safe. Closing
 * deletes stored executions.
 */
public final class Study implements AutoCloseable {
  private final Catalogue catalogue;
  private final StudyOptions options;
  private final ProgramPool pool;
  private volatile Sheet sheet; // results of the current or last call; null before the first call

  public Study(Catalogue catalogue, List<KernelFrontend> frontends, StudyOptions options) {
    this.catalogue = catalogue;
    this.options = options;
    pool = new ProgramPool(catalogue, frontends, options.run(), TraceStore.NONE, options.notes());
  }

  /**
   * Runs requests. Errors of a workload, a specification or a model are reported in the affected
   * results, unless {@link StudyOptions#strict}.
   *
   * @return one result for each request, in order
   * @throws io.lockstep.io.InputException with strict options: the error of the first faulty
   *     request
   * @throws io.lockstep.io.OutputException if a result or an execution cannot be stored
   * @throws IllegalStateException if the thread is interrupted; {@link #standing} then returns the
   *     partial results
   */
  public List<RunResult> run(List<Request> requests, StudyListener listener) {
    RunOptions all = options.run();
    int count = Math.max(1, requests.size());
    RunOptions each = all.withThreads(Math.max(1, all.threads() / count));
    Sheet begun = new Sheet(requests, listener);
    WorkQueue<Sheet.Place> queue = new WorkQueue<>(begun.places().iterator());
    if (options.strict()) {
      begun.ending(queue::endAfter);
    }
    ResultStore store = store();
    PointComputer computer = new PointComputer(pool, store, each, List.of());
    Worker worker = Worker.here("");
    boolean separate = options.lanes().kind() == StudyWorkers.Kind.PROCESSES && isKept(all);
    WorkerSetup setup =
        new WorkerSetup(each, List.of(), Optional.empty(), store != ResultStore.NONE);
    try (WorkerProcesses processes =
        new WorkerProcesses(
            catalogue, setup, options.lanes().plugins(), OptionalLong.empty(), Optional.empty())) {
      List<Lane<Sheet.Place>> lanes = new ArrayList<>();
      for (int i = 1; i <= Math.min(all.threads(), count); i++) {
        ThreadLane<Sheet.Place> here =
            new ThreadLane<>(computer, Sheet.Place::request, worker, begun);
        lanes.add(separate ? new ProcessLane<>(here, processes, i) : here);
      }
      sheet = begun;
      new LaneThreads<>(queue, lanes, !separate, (task, ended) -> {}).run(() -> {});
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("interrupted");
    }
    begun.rethrow();
    return begun.standing();
  }

  /**
   * Returns the current results of the last call. Unfinished requests are reported as failed
   * because of an interruption; requests whose workload has not been read are left out.
   * Thread-safe.
   */
  public List<RunResult> standing() {
    Sheet begun = sheet;
    return begun == null ? List.of() : begun.standing();
  }

  private ResultStore store() {
    return isKept(options.run()) ? options.store().orElse(ResultStore.NONE) : ResultStore.NONE;
  }

  /**
   * Returns whether the store keeps everything that the options request. It does not keep
   * measurements of the host, cycles by line or over time, or critical paths.
   */
  private static boolean isKept(RunOptions run) {
    return !run.host() && !run.byLine() && !run.byTime() && !run.criticalPath();
  }

  @Override
  public void close() {
    pool.close();
  }
}
