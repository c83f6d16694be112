package io.lockstep.parts.cache;

/** Counts of one or more caches since the last reset. */
public interface CacheCounts {
  /** {@return look-ups of sectors} */
  long lookups();

  /** {@return look-ups that hit} */
  long hits();

  /** {@return evicted lines} */
  long evictions();

  /**
   * {@return the sum of several caches}
   *
   * @param caches all of them
   */
  static CacheCounts sum(CacheCounts[] caches) {
    long lookups = 0;
    long hits = 0;
    long evictions = 0;
    for (CacheCounts c : caches) {
      lookups += c.lookups();
      hits += c.hits();
      evictions += c.evictions();
    }
    return new Sum(lookups, hits, evictions);
  }

  /**
   * Counts of several caches.
   *
   * @param lookups of all
   * @param hits of all
   * @param evictions of all
   */
  record Sum(long lookups, long hits, long evictions) implements CacheCounts {}
}
