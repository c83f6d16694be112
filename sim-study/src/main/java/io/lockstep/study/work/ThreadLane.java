package io.lockstep.study.work;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.study.point.Request;
import io.lockstep.study.point.Schedulable;
import io.lockstep.study.store.Outcome;
import java.util.function.Function;

/**
 * Computes points on the calling thread.
 *
 * @param <P> points
 */
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
   * @param requests of points
   * @param worker this process
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
    P point = task.point();
    PointComputer.Computed computed =
        computer.compute(requests.apply(point), point.isOnly(), listener);
    RunResult result = computed.result();
    boolean ended = closed && result.status() == RunStatus.FAILED; // for that, most likely
    if (ended || result.failure() == Failure.INTERRUPTED) {
      throw new InterruptedException(result.message());
    }
    if (result.failure() == Failure.MEMORY && !task.isLast()) {
      return Ended.again("");
    }
    if (!computed.key().isEmpty() && !computed.isKnown()) {
      computer
          .store()
          .add(
              new Outcome(
                  point.index(),
                  computed.key(),
                  result,
                  worker.provenance(task, computed.wallMicros())));
    }
    listener.computed(point, computed);
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
