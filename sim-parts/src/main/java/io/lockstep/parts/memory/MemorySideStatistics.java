package io.lockstep.parts.memory;

import io.lockstep.parts.stats.StatisticSet;

/** The statistics of the memory side beside those of its caches and channels. Stateless. */
public final class MemorySideStatistics {
  /** Of slices with caches. */
  public static final StatisticSet<MemoryTraffic> SLICES =
      StatisticSet.<MemoryTraffic>of("memory slices")
          .count(
              "l2.bytes_read",
              "B",
              "Bytes that reads and atomics asked of the slices.",
              MemoryTraffic::readBytes)
          .count(
              "l2.bytes_written",
              "B",
              "Bytes that writes brought to the slices.",
              MemoryTraffic::writtenBytes)
          .build();

  /** Of their atomic units. */
  public static final StatisticSet<MemoryTraffic> ATOMICS =
      StatisticSet.<MemoryTraffic>of("atomic units of slices")
          .count(
              "atomic.operations",
              "Atomic operations of lanes on global memory.",
              MemoryTraffic::atomicOperations)
          .build();

  private MemorySideStatistics() {}
}
