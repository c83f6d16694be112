// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

/** Counts of one or more caches since the last reset. */
public interface CacheCounts {
  /** {@return the number of look-ups: of a cache with sectors, each asked sector} */
  long lookups();

  /** {@return the number of look-ups that hit: what they ask for is there or on its way} */
  long hits();

  /** {@return the number of evicted lines} */
  long evictions();

  /**
   * {@return the sums over several caches}
   *
   * @param caches the caches
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
   * Summed counts.
   *
   * @param lookups look-ups of all caches
   * @param hits hits of all caches
   * @param evictions evictions of all caches
   */
  record Sum(long lookups, long hits, long evictions) implements CacheCounts {}
}
