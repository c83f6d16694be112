package io.lockstep.parts.cache;

/** What a cache, or several together, count since the last reset. */
public interface CacheCounts {
  /** {@return look-ups, one a sector} */
  long lookups();

  /** {@return of these, hits} */
  long hits();

  /** {@return lines that left to make room} */
  long evictions();

  /**
   * {@return several caches as one}
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
