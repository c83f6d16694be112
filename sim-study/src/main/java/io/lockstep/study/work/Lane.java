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
   * @param task the point
   * @return how it ended
   * @throws io.lockstep.io.OutputException if the row cannot be written
   * @throws io.lockstep.io.InputException if no point can be computed
   * @throws InterruptedException if the driver ends
   */
  Ended compute(Task<P> task) throws InterruptedException;

  /** Ends its work. For any thread. */
  @Override
  void close();
}
