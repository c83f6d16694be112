// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;

public final class PeakMemory {
  private PeakMemory() {}

  /**
   * {@return the process's peak resident bytes: Linux's VmHWM where it exists, otherwise the peaks
   * of the JVM's memory pools}
   */
  public static long bytes() {
    Path status = Path.of("/proc/self/status");
    if (Files.isReadable(status)) {
      try {
        for (String line : Files.readAllLines(status)) {
          if (line.startsWith("VmHWM:")) {
            return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
          }
        }
      } catch (IOException e) {
        // Fall through to the memory pools.
      }
    }
    long sum = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      sum += pool.getPeakUsage().getCommitted();
    }
    return sum;
  }
}
