// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import java.util.concurrent.CyclicBarrier;

final class Cores {
  private static final int TRIES = 5;
  private static final long WORK = 30_000_000;
  static volatile long kept;

  private Cores() {}

  /**
   * Returns the wall time of two threads that do the work concurrently, divided by the time of a
   * single thread: 1 if two cores are free. It is the median of five tries, as the load of other
   * processes varies.
   */
  static double slowdown() {
    double[] tries = new double[TRIES];
    spin();
    for (int t = 0; t < TRIES; t++) {
      long alone = System.nanoTime();
      spin();
      alone = System.nanoTime() - alone;
      CyclicBarrier start = new CyclicBarrier(2);
      Thread other = new Thread(() -> together(start));
      other.start();
      long both = System.nanoTime();
      together(start);
      try {
        other.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      tries[t] = (double) (System.nanoTime() - both) / alone;
    }
    java.util.Arrays.sort(tries);
    return tries[TRIES / 2];
  }

  /** Whether a slowdown is small enough to consider two cores free. */
  static boolean free(double slowdown) {
    return slowdown < 1.15;
  }

  private static void together(CyclicBarrier start) {
    try {
      start.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    spin();
  }

  private static void spin() {
    long x = 1;
    for (long i = 0; i < WORK; i++) {
      x = x * 6364136223846793005L + i;
    }
    kept = x;
  }
}
