// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Compares the speed of operations in one process. After warm-up, batches of all operations
 * alternate, so that disturbances of the machine affect all operations alike. The result is the
 * minimum of the thread's CPU time per operation.
 *
 * <p>CPU time is used instead of wall time, because other processes may use the core. It excludes
 * the garbage collector, which favours code that allocates.
 */
final class Batches {
  interface Work {
    /** Runs approximately this many operations and returns the actual number. */
    long run(long operations);
  }

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final int batches;
  private final long warmUpNanos;
  private final long batchNanos;

  Batches(boolean quick) {
    batches = quick ? 9 : 15;
    warmUpNanos = quick ? 400_000_000L : 1_200_000_000L;
    batchNanos = quick ? 25_000_000L : 80_000_000L;
  }

  static long cpuNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** Returns the CPU time of all threads, since simulations run on several. */
  static long processCpuNanos() {
    return PROCESS.getProcessCpuTime();
  }

  static long allocatedBytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  /** Returns the nanoseconds per operation for each work: the minimum over all batches. */
  double[] compare(Work... works) {
    long[] portion = new long[works.length];
    double[] best = new double[works.length];
    for (int w = 0; w < works.length; w++) {
      portion[w] = warmUp(works[w]);
      best[w] = Double.MAX_VALUE;
    }
    for (int b = 0; b < batches; b++) {
      for (int w = 0; w < works.length; w++) {
        long from = cpuNanos();
        long done = works[w].run(portion[w]);
        best[w] = Math.min(best[w], (double) (cpuNanos() - from) / done);
      }
    }
    return best;
  }

  /** Runs until the code is compiled and returns the number of operations per batch. */
  private long warmUp(Work work) {
    long operations = 10_000;
    long spent = 0;
    while (true) {
      long from = cpuNanos();
      long done = work.run(operations);
      long took = Math.max(1, cpuNanos() - from);
      spent += took;
      if (spent >= warmUpNanos) {
        return Math.max(1_000, done * batchNanos / took);
      }
      operations = Math.max(1_000, Math.min(4 * operations, done * batchNanos / took));
    }
  }
}
