package io.lockstep.parts.memory;

import io.lockstep.parts.rate.WindowedLoad;
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

  /** How evenly bytes lie on slices with caches. */
  public static final StatisticSet<WindowedLoad> LOAD = load("memory slices", "l2");

  /** How evenly bytes lie on the slices of a memory-side cache. */
  public static final StatisticSet<WindowedLoad> MEMORY_CACHE_LOAD =
      load("memory-side cache", "mall");

  private MemorySideStatistics() {}

  private static StatisticSet<WindowedLoad> load(String part, String name) {
    return StatisticSet.<WindowedLoad>of(part)
        .count(
            name + ".bytes",
            "B",
            "Bytes that the slices were asked for or brought.",
            WindowedLoad::total)
        .count(
            name + ".busiest_bytes",
            "B",
            "Bytes of the busiest slice of each window of 1 µs, summed, x slices.",
            WindowedLoad::busiest)
        .ratio(
            name + ".slice_imbalance",
            name
                + ".busiest_bytes / "
                + name
                + ".bytes: 1 if all slices are always equally busy, the number of slices if one is at"
                + " a time.",
            WindowedLoad::busiest,
            WindowedLoad::total)
        .build();
  }
}
