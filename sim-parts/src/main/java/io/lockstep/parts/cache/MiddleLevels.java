// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import io.lockstep.parts.counters.CountingPart;
import java.util.List;

/**
 * Caches between the first level of a compute unit and memory, nearest first, each with a hit
 * latency. Neighbouring units share such caches in hardware; here each unit has private ones of
 * that size, so that units do not fetch for each other and results do not depend on the order of
 * events within a tick. Not thread-safe.
 */
public final class MiddleLevels extends CountingPart {
  // Result of fetch if no level holds the sector.
  static final long MISSING = -1;

  private final SectoredCache[] caches;
  private final long[] hitTicks;

  /**
   * Creates empty caches.
   *
   * @param levels nearest first
   */
  public MiddleLevels(List<MiddleLevelConfig> levels) {
    caches = new SectoredCache[levels.size()];
    hitTicks = new long[caches.length];
    for (int k = 0; k < caches.length; k++) {
      caches[k] = own.include(new SectoredCache(levels.get(k).cache(), null));
      hitTicks[k] = levels.get(k).hitTicks();
    }
  }

  /** Returns the tick of a sector's data, or {@link #MISSING}; a hit fills the nearer levels. */
  long fetch(long sector, long tick) {
    for (int k = 0; k < caches.length; k++) {
      int bytes = caches[k].config().sectorBytes();
      if (caches[k].read(sector, bytes) == SectoredCache.HIT) {
        long data = Math.max(tick + hitTicks[k], caches[k].ready(tick));
        for (int nearer = 0; nearer < k; nearer++) {
          caches[nearer].fill(sector, bytes, data);
        }
        return data;
      }
    }
    return MISSING;
  }

  void fill(long sector) {
    for (SectoredCache cache : caches) {
      cache.fill(sector, cache.config().sectorBytes(), 0);
    }
  }

  void invalidate() {
    for (SectoredCache cache : caches) {
      cache.invalidate();
    }
  }

  /** {@return the number of levels} */
  public int levels() {
    return caches.length;
  }

  /**
   * {@return the counts of a level}
   *
   * @param k index of the level, from 0, nearest first
   */
  public CacheCounts counts(int k) {
    return caches[k];
  }
}
