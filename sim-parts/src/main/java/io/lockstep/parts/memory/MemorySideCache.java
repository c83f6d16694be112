package io.lockstep.parts.memory;

import io.lockstep.parts.cache.CacheSlices;
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
  private final CacheSlices cache;
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
          "a memory-side cache with lines of "
              + lineBytes
              + " bytes and "
              + config.misses()
              + " misses for blocks of "
              + map.blockBytes());
    }
    cache = new CacheSlices(config.cache(), map.memorySlices(), eviction);
    misses = new MissTable[cache.count()];
    for (int s = 0; s < misses.length; s++) {
      state.keep(cache.get(s));
      misses[s] = state.keep(MissTable.ofUnits(config.misses(), config.waiters(), sectorBytes()));
    }
    transferFree = state.keep(new long[cache.count()]);
    load = state.keep(new WindowedLoad(cache.count(), tickHertz));
  }

  int slices() {
    return cache.count();
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

  /** Reads heads of sets ahead: {@link CacheSlices#previewSets}. */
  long previewSets(int[] s, long[] address, int n) {
    return cache.previewSets(s, address, n);
  }

  /** Reads lines' words ahead, and says which are held: {@link CacheSlices#previewLines}. */
  long previewLines(int[] s, long[] address, int n, boolean[] held) {
    return cache.previewLines(s, address, n, held);
  }

  /** Reads ahead where the searches of sectors under way begin: {@link MissTable#preview}. */
  long previewMisses(int[] s, long[] address, int n) {
    long sum = 0;
    for (int k = 0; k < n; k++) {
      sum += misses[s[k]].preview(address[k] & -sectorBytes());
    }
    return sum;
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
    return cache.get(s).read(address, bytes) == SectoredCache.HIT;
  }

  /** When the line that was read last has its data: {@link SectoredCache#ready(long)}. */
  long ready(int s, long now) {
    return cache.get(s).ready(now);
  }

  /** Bytes from an address to the end of its line, at most those up to {@code end}. */
  int partOfLine(long address, long end) {
    return (int) Math.min(end - address, lineBytes - (address & (lineBytes - 1)));
  }

  /** Writes bytes of one line; answers whether they stay. */
  boolean write(int s, long address, int bytes) {
    return cache.get(s).write(address, bytes);
  }

  /** Brings a sector in, there from a tick on. */
  void fill(int s, long sector, long there) {
    cache.get(s).fill(sector, sectorBytes(), there);
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

  /** Writes look-ups and hits of all slices. */
  void statistics(StatisticsSink out) {
    CacheStatistics.MALL.write(cache.counts(), out);
    MemorySideStatistics.MEMORY_CACHE_LOAD.write(load, out);
  }

  /** Writes the bytes of each slice. */
  void eachSlice(StatisticsSink out) {
    for (int s = 0; s < load.instances(); s++) {
      out.count("slice[" + s + "].mall.bytes", load.of(s));
    }
  }
}
