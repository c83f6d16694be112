// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The entry point for Jazzer; system properties select the target. Measures the memory allocation
 * and time of each input and prints the maxima at the end.
 */
public final class Entry {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final ClassLoadingMXBean CLASSES = ManagementFactory.getClassLoadingMXBean();

  // CPU time, since a busy machine is no finding; Jazzer limits the wall time of endless inputs.
  private static final long MOST_NANOS = 5_000_000_000L;
  private static final long MOST_BYTES = 1L << 30; // in all, garbage included

  private static FuzzTarget target;
  private static long inputs;
  private static long bytes;
  private static long mostAllocated;
  private static int mostAllocatedBy;
  private static long slowest;

  private Entry() {}

  public static void fuzzerInitialize() {
    target =
        FuzzTargets.of(
            System.getProperty("lockstep.fuzz.target"),
            Path.of(System.getProperty("lockstep.root")));
    Runtime.getRuntime().addShutdownHook(new Thread(Entry::report));
  }

  public static void fuzzerTestOneInput(byte[] input) {
    inputs++;
    bytes += input.length;
    long classes = CLASSES.getTotalLoadedClassCount();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    long start = THREADS.getCurrentThreadCpuTime();
    target.run(input);
    long time = THREADS.getCurrentThreadCpuTime() - start;
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    if (CLASSES.getTotalLoadedClassCount() > classes) {
      return; // most of the time and memory was spent on instrumenting a class
    }
    if (time > MOST_NANOS) {
      throw new AssertionError(
          time / 1_000_000 + " ms of CPU time for an input of " + input.length + " bytes");
    }
    if (allocated > MOST_BYTES) {
      throw new AssertionError(
          (allocated >> 20) + " MiB allocated for an input of " + input.length + " bytes");
    }
    slowest = Math.max(slowest, time);
    if (allocated > mostAllocated) {
      mostAllocated = allocated;
      mostAllocatedBy = input.length;
    }
  }

  private static void report() {
    System.err.printf(
        Locale.ROOT,
        "lockstep-fuzz: %s: %d inputs, %d bytes each on average; most allocated for one %.1f MiB"
            + " (%d bytes); slowest %.0f ms%n",
        target.name(),
        inputs,
        inputs == 0 ? 0 : bytes / inputs,
        mostAllocated / 1048576.0,
        mostAllocatedBy,
        slowest / 1e6);
  }
}
