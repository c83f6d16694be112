// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.CacheCounts;
import io.lockstep.parts.cache.MissTable;
import io.lockstep.parts.cache.SectoredCache;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.memory.spec.L2Config;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.rate.WindowedRate;

/** The slices of a memory side, with array ports and, if present, caches and miss entries. */
final class Slices extends CountingPart {
  interface Evictions {
    void leaves(int s, long address, int bytes);
  }

  private final L2Config config;
  private final int count;
  private final SectoredCache[] cache; // null if slices have no caches
  private final MissTable[] misses;
  private final int sectorBytes;
  private final int sectorShift;
  private final int lineBytes;
  private final boolean writeBack;
  private final long[] readFree;
  private final long[] writeFree;
  private final WindowedRate[] fills; // by slice; null if not limited
  private static final int WRITES = 0; // sectors
  private static final int WRITE_HITS = 1;
  private static final int ATOMICS = 2; // sectors
  private static final int PASSING = 3; // sectors of atomics that are performed behind
  private static final int FAR = 4; // sectors that another partition's slices ask for
  private static final int FAR_HITS = 5;
  private final long[] looked = own.counters(6);
  private long through;
  private int throughBytes;

  /**
   * Creates the slices.
   *
   * @throws IllegalArgumentException if the figures are inconsistent
   */
  Slices(L2Config config, int count, int blockBytes, Evictions evictions) {
    this(config, count, blockBytes, evictions, null);
  }

  /**
   * Creates slices that evict copies of other partitions' data first.
   *
   * @param partitions null for none
   */
  Slices(L2Config config, int count, int blockBytes, Evictions evictions, Partitions partitions) {
    this.config = config;
    this.count = count;
    readFree = new long[count];
    writeFree = new long[count];
    fills = config.fill().map(rate -> fillPorts(rate)).orElse(null);
    if (config.cache().isEmpty()) {
      cache = null;
      misses = null;
      sectorBytes = 0;
      sectorShift = 0;
      lineBytes = blockBytes;
      writeBack = false;
      return;
    }
    CacheConfig c = config.cache().get();
    sectorBytes = c.sectorBytes();
    sectorShift = Integer.numberOfTrailingZeros(sectorBytes);
    lineBytes = c.lineBytes();
    writeBack = c.policy().writesBack();
    if (lineBytes > blockBytes) {
      throw new IllegalArgumentException("lines of a slice are larger than a block");
    }
    if (config.misses() < blockBytes / sectorBytes || config.waiters() < config.misses()) {
      throw new IllegalArgumentException("a slice has fewer miss entries than a block has sectors");
    }
    cache = new SectoredCache[count];
    misses = new MissTable[count];
    for (int s = 0; s < count; s++) {
      int slice = s;
      cache[s] =
          own.include(
              new SectoredCache(c, (address, bytes) -> evictions.leaves(slice, address, bytes)));
      if (partitions != null) {
        cache[s].evictFirst(address -> partitions.isCopy(slice, address));
      }
      misses[s] = MissTable.ofUnits(config.misses(), config.waiters(), sectorBytes);
    }
  }

  private WindowedRate[] fillPorts(Rate rate) {
    WindowedRate[] ports = new WindowedRate[count];
    for (int s = 0; s < count; s++) {
      ports[s] = new WindowedRate(rate);
    }
    return ports;
  }

  int count() {
    return count;
  }

  int sectorBytes() {
    return sectorBytes;
  }

  /** Returns the bytes from an address to the end of its line, or to {@code end}. */
  int partOfLine(long address, long end) {
    return (int) Math.min(end - address, lineBytes - (address & (lineBytes - 1)));
  }

  boolean isOneLine(long address, int bytes) {
    return (address & lineBytes - 1) + bytes <= lineBytes;
  }

  boolean haveCaches() {
    return cache != null;
  }

  boolean isWriteBack() {
    return writeBack;
  }

  long cacheBytes() {
    return config.cache().map(c -> c.bytes() * count).orElse(0L);
  }

  SectoredCache cache(int s) {
    return cache == null ? null : cache[s];
  }

  long backlog(int s, boolean write, long now) {
    return write
        ? config.writes().tick(writeFree[s]) - now
        : config.reads().tick(readFree[s]) - now;
  }

  long book(int s, boolean write, long now, int bytes) {
    if (write) {
      writeFree[s] = config.writes().reserve(writeFree[s], now, bytes);
      return config.writes().tick(writeFree[s]);
    }
    readFree[s] = config.reads().reserve(readFree[s], now, bytes);
    return config.reads().tick(readFree[s]);
  }

  /** Books the fill port for bytes that arrive at a tick; returns the tick of their storage. */
  long takesIn(int s, long now, long there, int bytes) {
    return fills == null ? there : fills[s].book(now, Math.max(now, there), bytes);
  }

  boolean holds(int s, long address, int bytes) {
    return cache[s].holds(address, bytes);
  }

  boolean read(int s, long address, int bytes) {
    return cache[s].read(address, bytes) == SectoredCache.HIT;
  }

  /** Looks up without counting. */
  boolean touch(int s, long address, int bytes) {
    return cache[s].touch(address, bytes);
  }

  /** Looks up a sector that a slice of another partition lacks. */
  boolean readFar(int s, long sector) {
    boolean hit = read(s, sector, sectorBytes);
    looked[FAR]++;
    looked[FAR_HITS] += hit ? 1 : 0;
    return hit;
  }

  /** Counts a missing sector as a hit, because it is on its way. */
  void joins(int s) {
    cache[s].joins();
  }

  /** Counts the sectors of a write as look-ups, unless writes bypass the caches. */
  void wrote(long address, int bytes, boolean hit) {
    if (writeBack) {
      looked[WRITES] += sectors(address, bytes);
      looked[WRITE_HITS] += hit ? sectors(address, bytes) : 0;
    }
  }

  /**
   * Counts an atomic.
   *
   * @param passes whether it is performed behind the slice, so that nothing looks it up
   */
  void atomic(long address, int bytes, boolean passes) {
    if (cache != null && (writeBack || !passes)) {
      looked[ATOMICS] += sectors(address, bytes);
      looked[PASSING] += passes ? sectors(address, bytes) : 0;
    }
  }

  private int sectors(long address, int bytes) {
    return (int) ((address + bytes - 1 >>> sectorShift) - (address >>> sectorShift)) + 1;
  }

  long ready(int s, long now) {
    return cache[s].ready(now);
  }

  /**
   * Writes bytes by the write policy; returns whether the cache keeps all bytes. Otherwise the
   * range from {@link #through} must be written to the next level.
   */
  boolean write(int s, long address, int bytes) {
    long end = address + bytes;
    throughBytes = 0;
    for (long at = address; at < end; ) {
      int part = partOfLine(at, end);
      if (!cache[s].write(at, part)) {
        through = throughBytes == 0 ? at : through;
        throughBytes = (int) (at + part - through);
      }
      at += part;
    }
    return throughBytes == 0;
  }

  /** Returns the first byte of the last {@link #write} that the cache did not keep. */
  long through() {
    return through;
  }

  /** Returns the bytes up to the last one not kept; kept lines in between are written twice. */
  int throughBytes() {
    return throughBytes;
  }

  void drop(int s, long address, int bytes) {
    if (cache == null) {
      return;
    }
    long end = address + bytes;
    for (long at = address; at < end; ) {
      int part = partOfLine(at, end);
      cache[s].invalidate(at, part);
      at += part;
    }
  }

  /** Drops the copies of bytes that their home changes. */
  void dropCopies(int home, int ofPartition, long address, int bytes) {
    for (int s = home % ofPartition; s < count; s += ofPartition) {
      if (s != home) {
        drop(s, address, bytes);
      }
    }
  }

  void fill(int s, long address, int bytes, long there) {
    long end = address + bytes;
    for (long at = address; at < end; ) {
      int part = partOfLine(at, end);
      cache[s].fill(at, part, there);
      at += part;
    }
  }

  void invalidate() {
    for (int s = 0; cache != null && s < count; s++) {
      cache[s].invalidate();
    }
  }

  void clean() {
    for (int s = 0; cache != null && s < count; s++) {
      cache[s].clean();
    }
  }

  /** Whether a slice has enough free miss entries for all sectors of a byte range. */
  boolean hasMissEntries(int s, long address, int bytes) {
    int n = sectors(address, bytes);
    return misses[s].freeEntries() >= n && misses[s].freeWaiters() >= n;
  }

  boolean await(int s, long sector, int request) {
    return misses[s].await(sector, request);
  }

  /** Whether a request of the slice's own partition waits for a sector of a byte range. */
  boolean isAwaited(int s, long address, int bytes) {
    for (long sector = address; sector < address + bytes; sector += sectorBytes) {
      if (misses[s].awaitsPositive(sector)) {
        return true;
      }
    }
    return false;
  }

  int release(int s, long sector) {
    return misses[s].release(sector);
  }

  int request(int s, int waiter) {
    return misses[s].reference(waiter);
  }

  int following(int s, int waiter) {
    return misses[s].following(waiter);
  }

  void check() {
    for (int s = 0; misses != null && s < count; s++) {
      if (misses[s].outstanding() != 0) {
        throw new IllegalStateException("memory: slice " + s + " has sectors outstanding");
      }
    }
  }

  boolean mayBePartitioned() {
    return config.mayBePartitioned();
  }

  /** Returns the sectors that units looked up. */
  long lookups() {
    return allLookups() - looked[FAR];
  }

  long hits() {
    return allHits() - looked[FAR_HITS];
  }

  long reads() {
    return allReads() - looked[FAR];
  }

  long writes() {
    return looked[WRITES];
  }

  long atomics() {
    return looked[ATOMICS];
  }

  long evictions() {
    return CacheCounts.sum(cache).evictions();
  }

  long farLookups() {
    return looked[FAR];
  }

  /** Returns the sectors that units and slices of other partitions looked up. */
  long allLookups() {
    return allReads() + looked[WRITES] + looked[ATOMICS];
  }

  long allHits() {
    return CacheCounts.sum(cache).hits() + looked[WRITE_HITS];
  }

  long allReads() {
    return CacheCounts.sum(cache).lookups() - looked[ATOMICS] + looked[PASSING];
  }
}
