// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.counters.LocalMemoryCounts;
import io.lockstep.parts.dram.DramStatistics;
import io.lockstep.parts.memory.MemorySideStatistics;
import io.lockstep.parts.region.RegionMemory;
import io.lockstep.parts.texture.TextureCounts;
import io.lockstep.parts.transaction.MemoryAccessCounts;
import io.lockstep.parts.unit.ClockReads;
import io.lockstep.parts.unit.MachineInstructions;
import io.lockstep.parts.unit.MemoryRoofs;
import io.lockstep.parts.unit.PortUse;
import io.lockstep.parts.unit.ResidentTime;
import io.lockstep.parts.unit.UnitCounters;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.StatisticSet;
import io.lockstep.spi.stats.StatisticsRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The statistics of the shared parts, and common names for parts that families implement. */
public final class SharedStatistics {
  private static final List<Statistic> ALL =
      Stream.of(
              DramStatistics.all().stream(),
              LocalMemoryCounts.ROOF.declared().stream(),
              MemoryRoofs.all().stream(),
              Stream.<StatisticSet<?>>of(
                      UnitCounters.STATISTICS,
                      ResidentTime.STATISTICS,
                      ClockReads.STATISTICS,
                      ClockReads.SPAN,
                      MachineStatistics.SAMPLED,
                      MachineInstructions.STATISTICS,
                      PortUse.AT_PEAK,
                      MemoryAccessCounts.STATISTICS,
                      LocalMemoryCounts.STATISTICS,
                      TextureCounts.STATISTICS,
                      CacheStatistics.L1,
                      CacheStatistics.SCALAR,
                      CacheStatistics.TEXTURE,
                      MemorySideStatistics.LOOKUPS,
                      MemorySideStatistics.ALL_LOOKUPS,
                      MemorySideStatistics.SLICES,
                      MemorySideStatistics.LOAD,
                      MemorySideStatistics.FLUSH,
                      MemorySideStatistics.ATOMICS,
                      MemorySideStatistics.COPIES,
                      MemorySideStatistics.POLLS,
                      RegionMemory.STATISTICS,
                      CacheStatistics.MALL,
                      MemorySideStatistics.MEMORY_CACHE)
                  .flatMap(set -> set.declared().stream()))
          .flatMap(all -> all)
          .toList();

  private SharedStatistics() {}

  /** {@return all shared statistics, by part} */
  public static List<Statistic> all() {
    return ALL;
  }

  /**
   * {@return all statistics that devices of a provider may write: the shared ones, the provider's,
   * and one for each stall reason of its issue ports}
   *
   * @param provider provider of a family; only its declarations are used
   * @throws IllegalArgumentException if the provider declares a shared statistic differently
   */
  public static StatisticsRegistry with(DeviceProvider provider) {
    List<Statistic> all = new ArrayList<>(ALL);
    all.addAll(provider.statistics());
    provider
        .issue()
        .ifPresent(
            i -> {
              all.addAll(i.declared());
              all.addAll(i.use());
            });
    return new StatisticsRegistry(all);
  }
}
