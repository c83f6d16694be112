package io.lockstep.parts.cache;

import io.lockstep.parts.state.SavedPart;
import java.util.List;

/**
 * Caches between the first level of a compute unit and memory, nearest first, each of which answers
 * after a time of its own. Neighbouring units share them on the chips; here each unit has its own
 * of that size, so that it gains nothing from what another fetched, and the order of events at one
 * tick decides nothing. Not thread-safe.
 */
public final class MiddleLevels extends SavedPart {
  /** {@link #fetch}: memory has to answer. */
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
      caches[k] = state.keep(new SectoredCache(levels.get(k).cache(), null));
      hitTicks[k] = levels.get(k).hitTicks();
    }
  }

  /**
   * Looks up a sector level by level; those before the one that holds it receive it, too.
   *
   * @param sector its first byte
   * @param tick of the look-up in the first level
   * @return the tick of its data, or {@link #MISSING}
   */
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

  /** All levels receive a sector that came from memory. */
  void fill(long sector) {
    for (SectoredCache cache : caches) {
      cache.fill(sector, cache.config().sectorBytes(), 0);
    }
  }

  /** Drops all contents. */
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
   * @param k from 0, nearest first
   */
  public CacheCounts counts(int k) {
    return caches[k];
  }
}
