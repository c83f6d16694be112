// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.stats;

/**
 * A resource of a device with a peak rate that can bound a run. A statistic that is the share of
 * such a peak is a roof and is declared with its resource ({@link StatisticSet.Builder#roof}); its
 * value is at most 1, as the modelled part never works faster than its peak.
 */
public enum Resource {
  /** The pins of DRAM. */
  DRAM("DRAM bandwidth"),
  /** The arrays of the second-level cache's slices. */
  L2("second-level cache bandwidth"),
  /** The arrays of a cache between the second level and DRAM. */
  MEMORY_CACHE("memory-side cache bandwidth"),
  /** Look-ups of the first-level caches. */
  L1("first-level cache bandwidth"),
  /** The network between compute units and slices, in one direction. */
  NETWORK("network bandwidth"),
  /** The path of a unit's transactions to memory if it has no cache. */
  MEMORY_PATH("rate of memory transactions"),
  /** Units and caches for textures. */
  TEXTURE("texture units"),
  /** Look-ups of caches for scalars and constants. */
  CONSTANTS("look-ups of scalars and constants"),
  /** The atomic units of slices. */
  ATOMICS("atomic units"),
  /** The banks of local memory. */
  LOCAL_MEMORY("local memory"),
  /** Units behind an issue port that execute some of its instructions more slowly. */
  PIPE("execution pipes"),
  /** The issue ports of one kind. */
  PORT("issue ports");

  private final String words;

  Resource(String words) {
    this.words = words;
  }

  /** {@return the name in sentences, for example {@code DRAM bandwidth}} */
  public String words() {
    return words;
  }
}
