// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

/** Computes points one at a time, on a thread or in a process. Not thread-safe. */
public interface Lane<P> extends AutoCloseable {
  /**
   * Computes a point and stores its result durably.
   *
   * @throws io.lockstep.io.OutputException if the result cannot be stored
   * @throws io.lockstep.io.InputException if no point can be computed at all
   * @throws InterruptedException if the lane is closed
   */
  Ended compute(Task<P> task) throws InterruptedException;

  /** Stops the work. Thread-safe. */
  @Override
  void close();
}
