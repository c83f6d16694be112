package io.lockstep.study.work;

/**
 * Computes points, one at a time: a thread's place, or a process. Not thread-safe.
 *
 * @param <P> points
 */
public interface Lane<P> extends AutoCloseable {
  /**
   * Computes a point and writes its row durably.
   *
   * @param task what to compute
   * @return how it ended
   * @throws io.lockstep.io.OutputException if the row cannot be written: nothing can then
   * @throws io.lockstep.io.InputException if no point can be computed
   * @throws InterruptedException if the driver ends
   */
  Ended compute(Task<P> task) throws InterruptedException;

  /** Ends what it has begun. For any thread. */
  @Override
  void close();
}
