// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.parts.counters.CountingPart;
import io.lockstep.spi.spec.DeviceSpec;

/**
 * The way of memory instructions from a sub-partition's queue through its address unit to the unit
 * that all sub-partitions share, which has the data banks of shared memory and the first level
 * (Huerta et al., MICRO 2025).
 */
final class MemoryQueues extends CountingPart {
  private final int entries;
  private final int addressInterval;
  private final int sharedInterval;
  private final Pipes pipes;
  private final long[]
      left; // by sub-partition: ticks at which the last instructions left its queue
  private final int[] next; // by sub-partition: place of the oldest of these
  private final long[] addressFree;
  private long sharedFree;
  private final long[] busy = own.counters(1);

  MemoryQueues(SmConfig config, Pipes pipes) {
    DeviceSpec s = config.spec;
    this.pipes = pipes;
    entries = s.integer("memory.local_queue");
    addressInterval = s.integer("memory.address_interval");
    sharedInterval = s.integer("memory.shared_interval");
    left = new long[config.partitions * entries];
    next = new int[config.partitions];
    addressFree = new long[config.partitions];
  }

  /**
   * Enters an access to memory.
   *
   * @param clocks for which its data pass the banks
   * @return ticks by which instructions before it delay it
   */
  long access(int partition, long tick, int clocks) {
    long delay = enter(partition, tick, Math.max(sharedInterval, clocks));
    busy[0] += clocks;
    return delay;
  }

  /** As {@link #access}, for an exchange between lanes, which has an interval of its own. */
  long exchange(int partition, long tick, int clocks) {
    busy[0] += clocks;
    return enter(partition, tick, clocks);
  }

  private long enter(int partition, long tick, int clocks) {
    long start = Math.max(Math.max(tick, addressFree[partition]), sharedFree);
    addressFree[partition] = Math.max(tick, addressFree[partition]) + addressInterval;
    sharedFree = start + clocks;
    int at = partition * entries + next[partition];
    left[at] = start + 1;
    next[partition] = next[partition] + 1 == entries ? 0 : next[partition] + 1;
    pipes.queue(partition, left[partition * entries + next[partition]]);
    return start - tick;
  }

  /** Returns the clocks for which the shared unit was held. */
  long busy() {
    return busy[0];
  }
}
