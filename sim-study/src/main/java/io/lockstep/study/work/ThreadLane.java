// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.study.point.Request;
import io.lockstep.study.point.Schedulable;
import io.lockstep.study.store.PointOutcome;
import java.util.Optional;
import java.util.function.Function;

/** Computes points on the calling thread. */
public final class ThreadLane<P extends Schedulable> implements Lane<P> {
  private final PointComputer computer;
  private final Function<P, Request> requests;
  private final Worker worker;
  private final LaneListener<P> listener;
  private volatile boolean closed;

  /**
   * Creates a lane.
   *
   * @param computer shared with other lanes
   * @param listener notified of results, on the lane's thread
   */
  public ThreadLane(
      PointComputer computer,
      Function<P, Request> requests,
      Worker worker,
      LaneListener<P> listener) {
    this.computer = computer;
    this.requests = requests;
    this.worker = worker;
    this.listener = listener;
  }

  @Override
  public Ended compute(Task<P> task) throws InterruptedException {
    PointComputer.Computed computed = computer.compute(request(task), listener);
    RunResult result = computed.result();
    // the failure is probably a consequence of closing the lane
    boolean ended = closed && result.status() == RunStatus.FAILED;
    if (ended || result.failure() == Failure.INTERRUPTED) {
      throw new InterruptedException(result.message());
    }
    return finish(task, computed, worker);
  }

  Request request(Task<P> task) {
    return requests.apply(task.point());
  }

  /** Returns the stored result of a point, if there is one. */
  Optional<PointComputer.Computed> known(Request request) {
    return computer.known(request);
  }

  LaneListener<P> listener() {
    return listener;
  }

  Worker worker() {
    return worker;
  }

  /**
   * Stores a result and notifies the listener, unless the point is to be retried.
   *
   * @param by the process that computed the result
   */
  Ended finish(Task<P> task, PointComputer.Computed computed, Worker by) {
    RunResult result = computed.result();
    if (result.failure() == Failure.MEMORY && !task.isLast()) {
      return Ended.again(task.signal());
    }
    if (!computed.key().isEmpty() && !computed.isKnown()) {
      computer
          .store()
          .add(
              new PointOutcome(
                  task.point().index(),
                  computed.key(),
                  result,
                  by.provenance(task, computed.wallMicros())));
    }
    listener.computed(task.point(), computed);
    return new Ended(
        result.verdict(),
        result.failure(),
        result.traceSha256(),
        computed.wallMicros(),
        task.signal());
  }

  @Override
  public void close() {
    closed = true;
  }
}
