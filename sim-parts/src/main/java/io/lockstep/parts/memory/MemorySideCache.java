// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.parts.cache.CacheCounts;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.cache.Eviction;
import io.lockstep.parts.cache.MissTable;
import io.lockstep.parts.cache.SectoredCache;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.memory.map.AddressMap;
import io.lockstep.parts.memory.spec.MemoryCacheConfig;
import io.lockstep.parts.rate.WindowedLoad;
import io.lockstep.spi.stats.StatisticsSink;

/** A memory-side cache: a slice for each channel, with miss entries and booked transfers. */
final class MemorySideCache extends CountingPart {
  private final MemoryCacheConfig config;
  private final SectoredCache[] cache;
  private final MissTable[] misses;
  private final long[] transferFree;
  private final WindowedLoad load; // in bytes
  private final int sectorsPerBlock;
  private final int lineBytes;

  /**
   * Creates the slices.
   *
   * @throws IllegalArgumentException if the figures are inconsistent
   */
  MemorySideCache(MemoryCacheConfig config, AddressMap map, long tickHertz, Eviction eviction) {
    this.config = config;
    sectorsPerBlock = map.blockBytes() / sectorBytes();
    lineBytes = config.cache().lineBytes();
    if (lineBytes > map.blockBytes()
        || config.misses() < sectorsPerBlock
        || config.waiters() < config.misses()) {
      throw new IllegalArgumentException(
          "a memory-side cache with lines of %s bytes and %s misses for blocks of %s"
              .formatted(lineBytes, config.misses(), map.blockBytes()));
    }
    cache = new SectoredCache[map.memorySlices()];
    misses = new MissTable[cache.length];
    for (int s = 0; s < misses.length; s++) {
      cache[s] = own.include(new SectoredCache(config.cache(), eviction));
      misses[s] = MissTable.ofUnits(config.misses(), config.waiters(), sectorBytes());
    }
    transferFree = new long[cache.length];
    load = own.include(new WindowedLoad(cache.length, tickHertz));
  }

  int slices() {
    return cache.length;
  }

  long bytes() {
    return config.cache().bytes() * cache.length;
  }

  int sectorBytes() {
    return config.cache().sectorBytes();
  }

  long hitTicks() {
    return config.hitTicks();
  }

  boolean hasMissEntries(int s) {
    return misses[s].freeEntries() >= sectorsPerBlock && misses[s].freeWaiters() >= sectorsPerBlock;
  }

  /** Books a transfer at or after {@code tick}; returns when the bytes reach the requester. */
  long pass(int s, long now, long tick, int bytes) {
    load.add(s, now, bytes);
    transferFree[s] = config.transfers().reserve(transferFree[s], tick, bytes);
    return config.transfers().tick(transferFree[s]) + config.hitTicks();
  }

  /** Looks up without counting. */
  boolean touch(int s, long address, int bytes) {
    return cache[s].touch(address, bytes);
  }

  boolean read(int s, long address, int bytes) {
    return cache[s].read(address, bytes) == SectoredCache.HIT;
  }

  long ready(int s, long now) {
    return cache[s].ready(now);
  }

  /** Returns the bytes from an address to the end of its line, or to {@code end}. */
  int partOfLine(long address, long end) {
    return (int) Math.min(end - address, lineBytes - (address & (lineBytes - 1)));
  }

  boolean write(int s, long address, int bytes) {
    return cache[s].write(address, bytes);
  }

  void fill(int s, long sector, long there) {
    cache[s].fill(sector, sectorBytes(), there);
  }

  void warm(int s, long address, int bytes) {
    cache[s].fill(address, bytes, 0);
  }

  void drop(int s, long address, int bytes) {
    cache[s].invalidate(address, bytes);
  }

  MissTable misses(int s) {
    return misses[s];
  }

  void check() {
    for (MissTable m : misses) {
      if (m.outstanding() != 0) {
        throw new IllegalStateException("memory: the memory-side cache has sectors outstanding");
      }
    }
  }

  /** Writes look-ups, hits and utilization; the dies' ports limit the peak to {@code passed}. */
  void statistics(long ticks, long passed, StatisticsSink out) {
    CacheStatistics.MALL.write(CacheCounts.sum(cache), out);
    long peak = Math.min(passed, config.transfers().most(ticks) * cache.length);
    MemorySideStatistics.MEMORY_CACHE.write(
        new MemorySideStatistics.MemoryCacheTraffic(load, peak), out);
  }

  void eachSlice(StatisticsSink out) {
    for (int s = 0; s < load.instances(); s++) {
      out.count("slice[" + s + "].mall.bytes", load.of(s));
    }
  }
}
