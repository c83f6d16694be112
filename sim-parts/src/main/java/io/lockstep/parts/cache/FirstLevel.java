package io.lockstep.parts.cache;

import io.lockstep.parts.state.SavedPart;

/**
 * A memory unit's write-through cache with its miss entries: held sectors, and instructions that
 * wait for sectors under way. Not thread-safe.
 */
public final class FirstLevel extends SavedPart {
  private final SectoredCache cache;
  private final MissTable misses;
  private final int sectorBytes;
  private final int sectorsPerLine;

  private static final int ASKED = 0;
  private static final int FILLED = 1;
  private final long[] bytes = state.keep(new long[2]);

  /**
   * Creates an empty cache.
   *
   * @param config the cache's geometry and policy
   * @param misses maximum outstanding sectors
   * @param waiters maximum instructions that wait for them
   */
  public FirstLevel(CacheConfig config, int misses, int waiters) {
    if (config.policy().writesBack()) {
      throw new IllegalArgumentException("a first-level cache writes through");
    }
    cache = state.keep(new SectoredCache(config, (address, size) -> {}));
    this.misses = state.keep(MissTable.ofUnits(misses, waiters, config.sectorBytes()));
    sectorBytes = config.sectorBytes();
    sectorsPerLine = config.lineBytes() / sectorBytes;
  }

  /** {@return the tags} */
  public SectoredCache cache() {
    return cache;
  }

  /** {@return the size of a fetch in bytes} */
  public int sectorBytes() {
    return sectorBytes;
  }

  /**
   * {@return whether a part of a line can be looked up now, hit or miss}
   *
   * @param room requests that may still be queued
   * @param address first byte of the part
   * @param bytes of the part, inside one line
   */
  public boolean accepts(long address, int bytes, int room) {
    return room >= sectorsPerLine
            && misses.freeEntries() >= sectorsPerLine
            && misses.freeWaiters() >= sectorsPerLine
        || cache.holds(address, bytes);
  }

  /**
   * {@return first byte of the sector that holds an address}
   *
   * @param address any byte
   */
  public long sector(long address) {
    return address & -sectorBytes;
  }

  /**
   * {@return whether a sector is held}
   *
   * @param sector its first byte
   */
  public boolean holds(long sector) {
    return cache.holds(sector, 1);
  }

  /**
   * Lets an instruction wait for a sector.
   *
   * @param sector its first byte
   * @param token the instruction's
   * @return whether the caller must fetch the sector because it is not under way yet
   */
  public boolean await(long sector, int token) {
    boolean fetch = misses.await(sector, token);
    bytes[ASKED] += fetch ? sectorBytes : 0;
    return fetch;
  }

  /**
   * Fills a sector, whose data is available at once.
   *
   * @param sector its first byte
   * @return the first waiter, to be iterated at once with {@link #token} and {@link #following};
   *     negative if there is none
   */
  public int fill(long sector) {
    bytes[FILLED] += sectorBytes;
    cache.fill(sector, sectorBytes, 0);
    return misses.release(sector);
  }

  /**
   * {@return the waiting instruction}
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
   * @param path its component, for the message
   * @throws IllegalStateException if one is violated
   */
  public void check(String path) {
    if (bytes[ASKED] != bytes[FILLED]) {
      throw new IllegalStateException(
          path + ": asked for " + bytes[ASKED] + " bytes, got " + bytes[FILLED]);
    }
    if (misses.outstanding() != 0) {
      throw new IllegalStateException(path + ": " + misses.outstanding() + " sectors outstanding");
    }
  }

  /** Resets the counters; responses under way are still expected. */
  @Override
  public void resetCounters() {
    super.resetCounters();
    bytes[FILLED] -= bytes[ASKED];
    bytes[ASKED] = 0;
  }
}
