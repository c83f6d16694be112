// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import io.lockstep.spi.stats.StatisticSet;

/** The statistics of caches, under the names that all families use. */
public final class CacheStatistics {
  /** The first-level data cache of compute units. */
  public static final StatisticSet<CacheCounts> L1 =
      StatisticSet.<CacheCounts>of("first-level data cache")
          .count(
              "l1.lookups",
              "Sectors of the first-level data cache that units looked up: reads, writes and"
                  + " atomics.",
              CacheCounts::lookups)
          .count(
              "l1.hits",
              "Of these, hits: sectors of reads that were there or on their way; writes and atomics"
                  + " go on to the next level.",
              CacheCounts::hits)
          .ratio("l1.hit_rate", "Share of look-ups that hit.", "l1.hits", "l1.lookups")
          .build();

  /** The scalar or constant cache. */
  public static final StatisticSet<CacheCounts> SCALAR =
      StatisticSet.<CacheCounts>of("scalar or constant cache")
          .count(
              "scalar.lookups", "Look-ups of the scalar or constant cache.", CacheCounts::lookups)
          .count("scalar.hits", "Of these, hits.", CacheCounts::hits)
          .build();

  /** The first-level texture cache, if it is separate from the data cache. */
  public static final StatisticSet<CacheCounts> TEXTURE =
      StatisticSet.<CacheCounts>of("texture cache")
          .count("texture.lookups", "Look-ups of the texture cache.", CacheCounts::lookups)
          .count("texture.hits", "Of these, hits.", CacheCounts::hits)
          .ratio(
              "texture.hit_rate", "Share of look-ups that hit.", "texture.hits", "texture.lookups")
          .build();

  /** The first-level translation buffers of compute units. */
  public static final StatisticSet<CacheCounts> TRANSLATION =
      StatisticSet.<CacheCounts>of("translation")
          .count(
              "translation.lookups",
              "Look-ups of the first-level translation buffers.",
              CacheCounts::lookups)
          .count(
              "translation.hits",
              "Of these, of a fragment whose translation was there or on its way.",
              CacheCounts::hits)
          .count(
              "translation.misses",
              "Of these, answered by the second level.",
              c -> c.lookups() - c.hits())
          .ratio(
              "translation.hit_rate",
              "Share of look-ups that hit.",
              "translation.hits",
              "translation.lookups")
          .build();

  /** The instruction caches. */
  public static final StatisticSet<CacheCounts> INSTRUCTIONS =
      StatisticSet.<CacheCounts>of("instruction cache")
          .count(
              "fetch.lookups",
              "Lines of code that wavefronts came to while not all of the kernel was in the"
                  + " instruction cache.",
              CacheCounts::lookups)
          .count("fetch.hits", "Of these, there or on their way.", CacheCounts::hits)
          .count("fetch.evictions", "Lines that made room.", CacheCounts::evictions)
          .build();

  /**
   * A second level whose look-ups a device module counts itself; those of the shared slices are in
   * MemorySideStatistics.
   */
  public static final StatisticSet<CacheCounts> L2 =
      StatisticSet.<CacheCounts>of("second-level cache")
          .count("l2.lookups", "Look-ups of the second-level cache.", CacheCounts::lookups)
          .count("l2.hits", "Of these, hits.", CacheCounts::hits)
          .count(
              "l2.evictions",
              "Lines that left the second-level cache to make room.",
              CacheCounts::evictions)
          .ratio("l2.hit_rate", "Share of look-ups that hit.", "l2.hits", "l2.lookups")
          .build();

  /** The memory-side cache. */
  public static final StatisticSet<CacheCounts> MALL =
      StatisticSet.<CacheCounts>of("memory-side cache")
          .count(
              "mall.lookups",
              "Sectors of the memory-side cache that slices looked up to read.",
              CacheCounts::lookups)
          .count("mall.hits", "Of these, hits.", CacheCounts::hits)
          .ratio("mall.hit_rate", "Share of look-ups that hit.", "mall.hits", "mall.lookups")
          .build();

  private CacheStatistics() {}
}
