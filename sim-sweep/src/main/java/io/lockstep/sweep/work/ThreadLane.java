package io.lockstep.sweep.work;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.sweep.store.Outcome;
import io.lockstep.sweep.store.OutcomeSink;

/** Computes points on the thread that asks for it. */
final class ThreadLane implements Lane {
  private final PointRunner runner;
  private final OutcomeSink sink;
  private final Worker worker;
  private volatile boolean closed;

  /**
   * @param runner shared with the others
   * @param sink shared, too
   */
  ThreadLane(PointRunner runner, OutcomeSink sink, Worker worker) {
    this.runner = runner;
    this.sink = sink;
    this.worker = worker;
  }

  @Override
  public Ended compute(Task task) throws InterruptedException {
    PointRunner.Computed computed = runner.compute(task.point(), key -> {});
    RunResult result = computed.result();
    boolean ended = closed && result.status() == RunStatus.FAILED; // for that, most likely
    if (ended || result.failure() == Failure.INTERRUPTED) {
      throw new InterruptedException(result.message());
    }
    if (result.failure() == Failure.MEMORY && !task.isLast()) {
      return Ended.again("");
    }
    sink.add(
        new Outcome(
            task.point().index(),
            computed.key(),
            result,
            worker.provenance(task, computed.wallMicros())));
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
