package io.lockstep.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Measures pieces of work against each other in one run: warm-up, then batches in turn, so that a
 * slow minute of the machine meets all of them; the least CPU time of the thread an operation.
 *
 * <p>CPU time and not wall time, as other processes may hold the core; the garbage collector's time
 * is not counted, which favours code that allocates.
 */
final class Batches {
  /** Something that can be run in portions. */
  interface Work {
    /** Runs about so many operations; answers how many. */
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

  /** CPU time of all threads: simulations run on threads of their own. */
  static long processCpuNanos() {
    return PROCESS.getProcessCpuTime();
  }

  static long allocatedBytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  /** Nanoseconds an operation for each, the least over all batches. */
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

  /** Runs until it is compiled; answers how many operations fill a batch. */
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
