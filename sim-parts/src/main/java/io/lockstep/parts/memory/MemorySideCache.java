package io.lockstep.parts.memory;

import io.lockstep.parts.cache.CacheCounts;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.cache.Eviction;
import io.lockstep.parts.cache.MissTable;
import io.lockstep.parts.cache.SectoredCache;
import io.lockstep.parts.rate.WindowedLoad;
import io.lockstep.parts.state.SavedPart;
import io.lockstep.spi.stats.StatisticsSink;

/**
 * A memory-side cache: a slice before each channel, with its miss entries and the booking of its
 * arrays. Not thread-safe.
 */
final class MemorySideCache extends SavedPart {
  private final MemoryCacheConfig config;
  private final SectoredCache[] cache;
  private final MissTable[] misses;
  private final long[] transferFree;
  private final WindowedLoad load; // bytes
  private final int sectorsPerBlock;
  private final int lineBytes;

  /**
   * @param config sizes and rates of a slice
   * @param map how many slices there are
   * @param tickHertz ticks of a second
   * @param eviction receives dirty sectors that leave
   * @throws IllegalArgumentException if the figures do not fit each other
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
      cache[s] = state.keep(new SectoredCache(config.cache(), eviction));
      misses[s] = state.keep(MissTable.ofUnits(config.misses(), config.waiters(), sectorBytes()));
    }
    transferFree = state.keep(new long[cache.length]);
    load = state.keep(new WindowedLoad(cache.length, tickHertz));
  }

  int slices() {
    return cache.length;
  }

  /** Bytes of a sector. */
  int sectorBytes() {
    return config.cache().sectorBytes();
  }

  /** From the end of a transfer to the asking slice. */
  long hitTicks() {
    return config.hitTicks();
  }

  /** Whether every sector of a block could be waited for. */
  boolean hasMissEntries(int s) {
    return misses[s].freeEntries() >= sectorsPerBlock && misses[s].freeWaiters() >= sectorsPerBlock;
  }

  /**
   * Books a transfer of the arrays from a tick on; answers when its bytes are with the asking
   * slice.
   */
  long pass(int s, long now, long tick, int bytes) {
    load.add(s, now, bytes);
    transferFree[s] = config.transfers().reserve(transferFree[s], tick, bytes);
    return config.transfers().tick(transferFree[s]) + config.hitTicks();
  }

  /** Looks up bytes of one line: whether all are held, now or at {@link #ready}. */
  boolean read(int s, long address, int bytes) {
    return cache[s].read(address, bytes) == SectoredCache.HIT;
  }

  /** When the line that was read last has its data: {@link SectoredCache#ready(long)}. */
  long ready(int s, long now) {
    return cache[s].ready(now);
  }

  /** Bytes from an address to the end of its line, at most those up to {@code end}. */
  int partOfLine(long address, long end) {
    return (int) Math.min(end - address, lineBytes - (address & (lineBytes - 1)));
  }

  /** Writes bytes of one line; answers whether they stay. */
  boolean write(int s, long address, int bytes) {
    return cache[s].write(address, bytes);
  }

  /** Brings a sector in, there from a tick on. */
  void fill(int s, long sector, long there) {
    cache[s].fill(sector, sectorBytes(), there);
  }

  /** The miss entries of a slice. */
  MissTable misses(int s) {
    return misses[s];
  }

  /**
   * Checks that nothing is under way.
   *
   * @throws IllegalStateException if something is
   */
  void check() {
    for (MissTable m : misses) {
      if (m.outstanding() != 0) {
        throw new IllegalStateException("memory: the memory-side cache has sectors outstanding");
      }
    }
  }

  /**
   * Writes look-ups and hits of all slices, and the use of their rate in so many ticks.
   *
   * @param passed most bytes that the ports of all dies pass in that time
   */
  void statistics(long ticks, long passed, StatisticsSink out) {
    CacheStatistics.MALL.write(CacheCounts.sum(cache), out);
    long peak = Math.min(passed, config.transfers().most(ticks) * cache.length);
    MemorySideStatistics.MEMORY_CACHE.write(
        new MemorySideStatistics.MemoryCacheTraffic(load, peak), out);
  }

  /** Writes the bytes of each slice. */
  void eachSlice(StatisticsSink out) {
    for (int s = 0; s < load.instances(); s++) {
      out.count("slice[" + s + "].mall.bytes", load.of(s));
    }
  }
}
