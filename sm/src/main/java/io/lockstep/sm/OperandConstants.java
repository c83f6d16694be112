// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.spi.spec.DeviceSpec;
import java.util.Arrays;

/**
 * The constant caches of the sub-partitions for operands of instructions, which are looked up at
 * issue. LDC has a cache of its own (Huerta et al., MICRO 2025). A launch's operands are assumed to
 * fit, so that a line misses once in each sub-partition.
 */
final class OperandConstants {
  private static final int LINES = 1024; // of a bank of 64 KiB

  private final int shift;
  private final int missTicks;
  private final int partitions;
  // By line and sub-partition, as far as operands were used: tick from which it is there, or 0.
  private long[] there = {};

  OperandConstants(SmConfig config) {
    DeviceSpec s = config.spec;
    shift = Long.numberOfTrailingZeros(s.value("constant.line"));
    missTicks = s.has("constant.l2_latency") ? config.latency("constant.l2_latency") : 0;
    partitions = config.partitions;
  }

  void begin() {
    Arrays.fill(there, 0);
  }

  /** Returns the tick at which an operand is there; a line that is missing is fetched. */
  long there(int partition, int offset, long tick) {
    int line = offset >> shift & LINES - 1;
    int i = line * partitions + partition;
    if (i >= there.length) {
      there = Arrays.copyOf(there, (line + 1) * partitions);
    }
    if (there[i] == 0) {
      there[i] = tick + missTicks;
    }
    return there[i];
  }
}
