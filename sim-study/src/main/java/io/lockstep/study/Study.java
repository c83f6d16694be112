// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study;

import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.observe.Observation;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Failure;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.study.point.Request;
import io.lockstep.study.point.Schedulable;
import io.lockstep.study.program.PooledProgram;
import io.lockstep.study.program.ProgramPool;
import io.lockstep.study.program.TraceStore;
import io.lockstep.study.store.ResultStore;
import io.lockstep.study.work.Lane;
import io.lockstep.study.work.LaneListener;
import io.lockstep.study.work.LaneThreads;
import io.lockstep.study.work.PointComputer;
import io.lockstep.study.work.ProcessLane;
import io.lockstep.study.work.Task;
import io.lockstep.study.work.ThreadLane;
import io.lockstep.study.work.WorkQueue;
import io.lockstep.study.work.Worker;
import io.lockstep.study.work.WorkerProcesses;
import io.lockstep.study.work.WorkerSetup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Runs lists of requests. Requests with the same program share one execution, each lane simulates
 * one request at a time, and the failure of a request does not affect others.
 *
 * <p>Results are in the order of the requests and do not depend on the number of threads or the
 * store. {@link #run} must not be called concurrently; {@link #standing} is thread-safe. Closing
 * deletes stored executions.
 */
public final class Study implements AutoCloseable {
  /** Number of requests run alone that may run out of memory before the others are given up. */
  private static final int MOST_WITHOUT_EFFECT = 2;

  private final Catalogue catalogue;
  private final StudyOptions options;
  private final ProgramPool pool;
  private volatile Supplier<List<RunResult>> standing = List::of; // of the current or last call

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
   * @throws IllegalArgumentException if checks are requested; {@link #runObserved} supports them
   * @throws IllegalStateException if the thread is interrupted; {@link #standing} then returns the
   *     partial results
   */
  public List<RunResult> run(List<Request> requests, StudyListener listener) {
    RunOptions all = options.run();
    if (all.checks().wantsAny()) {
      throw new IllegalArgumentException("checks are made by a run of one program");
    }
    Sheet begun = new Sheet(requests, listener);
    WorkQueue<Sheet.Place> queue = new WorkQueue<>(begun.places().iterator());
    if (options.strict()) {
      begun.ending(queue::endAfter);
    }
    standing = begun::standing;
    work(queue, Sheet.Place::request, begun, requests.size(), all);
    begun.rethrow();
    return begun.standing();
  }

  /**
   * Runs points that are added to a queue in the meantime, until the queue is closed. {@link
   * #standing} does not know them.
   *
   * @param points an open queue, or one with all points
   * @param requests returns the request of a point; called on any thread
   * @param listener receives each result, on any thread; an exception ends the run
   * @throws io.lockstep.io.OutputException if a result or an execution cannot be stored
   * @throws IllegalStateException if the thread is interrupted
   */
  public <P extends Schedulable> void run(
      WorkQueue<P> points, Function<P, Request> requests, LaneListener<P> listener) {
    work(points, requests, listener, options.run().threads(), options.run());
  }

  /**
   * Runs the requests of one program as {@link #run}, with what results do not contain: progress,
   * files, checks, and a comparison of what the devices compute if their rules of matrix units
   * differ. The time limit holds for all requests together. Requests that ran out of memory, which
   * the others may have used, are then run one after the other.
   *
   * @param requests requests of one program
   * @param listener receives each result as soon as it is final
   * @param observation files to write about the run; observed requests are not run again. The
   *     caller finishes and closes it.
   * @param dumps buffers to write after the execution; the caller closes them
   * @return one result for each request, in order
   * @throws io.lockstep.io.InputException if the input is wrong
   */
  public List<RunResult> runObserved(
      List<Request> requests, StudyListener listener, Observation observation, BufferDumps dumps) {
    RunOptions limited = options.run().with().limits(options.run().limits().fromNow()).build();
    boolean mayRunAgain =
        requests.size() > 1 && observation.isNone() && !options.run().checks().wantsAny();
    Sheet begun =
        new Sheet(
            requests,
            (request, result) -> {
              if (!mayRunAgain || result.failure() != Failure.MEMORY) {
                listener.done(request, result);
              }
            });
    standing = begun::standing;
    PooledProgram program = pool.use(requests.get(0).program());
    try {
      program.observe(Optional.of(observation), dumps);
      List<Sheet.Place> places = begun.places();
      for (List<Integer> group : program.comparing(requests)) {
        observation.meter().devices(group.size());
        WorkQueue<Sheet.Place> queue = new WorkQueue<>(Collections.emptyIterator());
        begun.ending(queue::endAfter);
        group.forEach(i -> queue.again(Task.last(places.get(i)), observation.isWatching()));
        work(queue, Sheet.Place::request, begun, group.size(), limited);
        begun.rethrow();
        program.compared(begun.results(group));
      }
    } finally {
      program.observe(Optional.empty(), BufferDumps.none());
      pool.release(program);
    }
    List<RunResult> results = new ArrayList<>(begun.standing());
    return mayRunAgain ? again(requests, results, listener) : results;
  }

  /** Runs the requests that ran out of memory again; returns all results. */
  private List<RunResult> again(
      List<Request> requests, List<RunResult> results, StudyListener listener) {
    List<Integer> again =
        IntStream.range(0, requests.size())
            .filter(i -> results.get(i).failure() == Failure.MEMORY)
            .boxed()
            .toList();
    List<RunResult> alone = alone(again.stream().map(requests::get).toList());
    for (int i = 0; i < again.size(); i++) {
      int place = again.get(i);
      if (i < alone.size()) {
        results.set(place, alone.get(i));
      }
      listener.done(requests.get(place), results.get(place));
    }
    return results;
  }

  /**
   * Runs requests one after the other until some of them have run out of memory again; returns the
   * results that there are, in order.
   */
  private List<RunResult> alone(List<Request> requests) {
    List<RunResult> done = new ArrayList<>();
    if (requests.isEmpty()) {
      return done;
    }
    WorkQueue<Sheet.Place> queue = new WorkQueue<>(Collections.emptyIterator());
    int[] withoutEffect = {0};
    Sheet begun =
        new Sheet(
            requests,
            (request, result) -> {
              done.add(result);
              withoutEffect[0] += result.failure() == Failure.MEMORY ? 1 : 0;
              if (withoutEffect[0] == MOST_WITHOUT_EFFECT) {
                queue.endAfter(-1);
              }
            });
    begun.places().forEach(place -> queue.again(Task.last(place), true));
    work(queue, Sheet.Place::request, begun, 1, options.run().withThreads(1));
    return done;
  }

  /**
   * Works until the queue is empty; its requests share the threads.
   *
   * @param most maximum number of requests at the same time
   */
  private <P extends Schedulable> void work(
      WorkQueue<P> queue,
      Function<P, Request> requests,
      LaneListener<P> listener,
      int most,
      RunOptions all) {
    int count = Math.max(1, most);
    RunOptions each = all.withThreads(Math.max(1, all.threads() / count));
    ResultStore store = store();
    PointComputer computer = new PointComputer(pool, store, each, List.of());
    Worker worker = Worker.here("");
    boolean separate = options.lanes().kind() == StudyWorkers.Kind.PROCESSES && isKept(all);
    WorkerSetup setup =
        new WorkerSetup(each, List.of(), Optional.empty(), store != ResultStore.NONE);
    try (WorkerProcesses processes =
        new WorkerProcesses(
            catalogue, setup, options.lanes().plugins(), OptionalLong.empty(), Optional.empty())) {
      List<Lane<P>> lanes = new ArrayList<>();
      for (int i = 1; i <= Math.min(all.threads(), count); i++) {
        ThreadLane<P> here = new ThreadLane<>(computer, requests, worker, listener);
        lanes.add(separate ? new ProcessLane<>(here, processes, i) : here);
      }
      new LaneThreads<>(queue, lanes, !separate, (task, ended) -> {}).run(() -> {});
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("interrupted");
    }
  }

  /**
   * Returns the current results of the last call. Unfinished requests are reported as failed
   * because of an interruption; requests whose workload has not been read are left out.
   * Thread-safe.
   */
  public List<RunResult> standing() {
    return standing.get();
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
