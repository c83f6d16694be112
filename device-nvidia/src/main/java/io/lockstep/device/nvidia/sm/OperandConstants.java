// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import io.lockstep.parts.state.SavedPart;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Arrays;

/**
 * The constant caches of the sub-partitions for operands of instructions, which are looked up at
 * issue. LDC has a cache of its own (Huerta et al., MICRO 2025). A launch's operands are assumed to
 * fit, so that a line misses once in each sub-partition.
 */
final class OperandConstants extends SavedPart {
  private static final int LINES = 1024; // of a bank of 64 KiB

  private final int shift;
  private final int missTicks;
  private final long[] there; // by sub-partition and line: tick from which it is there; 0 if absent

  OperandConstants(SmConfig config) {
    DeviceSpec s = config.spec;
    shift = Long.numberOfTrailingZeros(s.value("constant.line"));
    missTicks = s.has("constant.l2_latency") ? config.latency("constant.l2_latency") : 0;
    there = state.keep(new long[config.partitions * LINES]);
  }

  void begin() {
    Arrays.fill(there, 0);
  }

  /** Returns the tick at which an operand is there; a line that is missing is fetched. */
  long there(int partition, int offset, long tick) {
    int i = partition * LINES + (offset >> shift & LINES - 1);
    if (there[i] == 0) {
      there[i] = tick + missTicks;
    }
    return there[i];
  }
}
