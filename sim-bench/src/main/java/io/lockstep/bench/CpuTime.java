// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * CPU time in nanoseconds. It is used instead of wall time, because other processes may use the
 * core.
 */
final class CpuTime {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private CpuTime() {}

  static long ofThread() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** Returns the CPU time of the process, of all its threads. */
  static long ofProcess() {
    return PROCESS.getProcessCpuTime();
  }
}
