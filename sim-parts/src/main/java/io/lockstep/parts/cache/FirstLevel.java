// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import io.lockstep.parts.counters.CountingPart;
import java.util.List;

/** A write-through cache whose miss entries record waiting instructions. Not thread-safe. */
public final class FirstLevel extends CountingPart {
  private final SectoredCache cache;
  private final MissTable misses;
  private final MiddleLevels middle;
  private final int sectorBytes;
  private final int sectorsPerLine;

  private long asked; // bytes
  private long filled; // bytes

  /**
   * Creates an empty cache.
   *
   * @param config the cache's geometry and policy
   * @param misses maximum number of outstanding sectors
   * @param waiters maximum number of instructions that wait for sectors
   * @param behind levels between this one and memory; must be empty if lines have several sectors
   */
  public FirstLevel(CacheConfig config, int misses, int waiters, List<MiddleLevelConfig> behind) {
    if (config.policy().writesBack()) {
      throw new IllegalArgumentException("a first-level cache writes through");
    }
    cache = own.include(new SectoredCache(config, (address, size) -> {}));
    this.misses = MissTable.ofUnits(misses, waiters, config.sectorBytes());
    middle = behind.isEmpty() ? null : own.include(new MiddleLevels(behind));
    sectorBytes = config.sectorBytes();
    sectorsPerLine = config.lineBytes() / sectorBytes;
  }

  /** {@return the tags of the cache} */
  public SectoredCache cache() {
    return cache;
  }

  /** {@return the levels between this one and memory; null if there are none} */
  public MiddleLevels middle() {
    return middle;
  }

  /** Invalidates this level and the levels behind it. */
  public void invalidate() {
    cache.invalidate();
    if (middle != null) {
      middle.invalidate();
    }
  }

  /**
   * {@return the tick at which the last line looked up is available; may be 0 if before now}
   *
   * @param now tick of the look-up
   */
  public long ready(long now) {
    return middle == null ? 0 : cache.ready(now);
  }

  /**
   * Fetches a missing sector from a level between this one and memory.
   *
   * @param sector first byte of the sector
   * @param tick tick of the look-up
   * @return the tick at which the data is available; negative if no level holds the sector
   */
  public long fetch(long sector, long tick) {
    long data = middle == null ? MiddleLevels.MISSING : middle.fetch(sector, tick);
    if (data >= 0) {
      cache.fill(sector, sectorBytes, data);
    }
    return data;
  }

  /** {@return the size of a fetch in bytes} */
  public int sectorBytes() {
    return sectorBytes;
  }

  /**
   * {@return whether a part of a line can be looked up now, hit or miss}
   *
   * @param address first byte of the part
   * @param bytes size of the part, which lies within one line
   * @param room number of requests that may still be queued
   */
  public boolean accepts(long address, int bytes, int room) {
    return room >= sectorsPerLine
            && misses.freeEntries() >= sectorsPerLine
            && misses.freeWaiters() >= sectorsPerLine
        || cache.holds(address, bytes);
  }

  /**
   * {@return the address of the sector that contains a byte}
   *
   * @param address address of the byte
   */
  public long sector(long address) {
    return address & -sectorBytes;
  }

  /**
   * {@return whether a sector is held}
   *
   * @param sector first byte of the sector
   */
  public boolean holds(long sector) {
    return cache.holds(sector, 1);
  }

  /**
   * Lets an instruction wait for a sector.
   *
   * @param sector first byte of the sector
   * @param token token of the instruction
   * @return whether the sector was not outstanding, so that the caller must fetch it
   */
  public boolean await(long sector, int token) {
    boolean fetch = misses.await(sector, token);
    asked += fetch ? sectorBytes : 0;
    return fetch;
  }

  /**
   * Fills a sector, whose data is available at once.
   *
   * @param sector first byte of the sector
   * @return the first waiter, to be passed to {@link #token} and {@link #following} at once;
   *     negative if no instruction waits
   */
  public int fill(long sector) {
    filled += sectorBytes;
    cache.fill(sector, sectorBytes, 0);
    if (middle != null) {
      middle.fill(sector);
    }
    return misses.release(sector);
  }

  /**
   * {@return the token of a waiting instruction}
   *
   * @param waiter returned by {@link #fill} or {@link #following}, not yet freed
   */
  public int token(int waiter) {
    return misses.reference(waiter);
  }

  /**
   * Frees a waiter's entry.
   *
   * @param waiter returned by {@link #fill} or this method
   * @return the next waiter, negative after the last
   */
  public int following(int waiter) {
    return misses.following(waiter);
  }

  /**
   * Checks the invariants of an idle cache.
   *
   * @param path component path, for the message
   * @throws IllegalStateException if one is violated
   */
  public void check(String path) {
    if (asked != filled) {
      throw new IllegalStateException(path + ": asked for " + asked + " bytes, got " + filled);
    }
    if (misses.outstanding() != 0) {
      throw new IllegalStateException(path + ": " + misses.outstanding() + " sectors outstanding");
    }
  }

  /** {@inheritDoc} Preserves the difference of requested and filled bytes. */
  @Override
  public void resetCounters() {
    super.resetCounters();
    filled -= asked;
    asked = 0;
  }
}
