// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.cache.MiddleLevels;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.sm.memory.DataBanks;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.stats.StatisticSet;
import io.lockstep.spi.stats.Totals;

/**
 * Accesses constant memory through the caches of the multiprocessor, its cluster and the chip. One
 * word at a time is broadcast to the lanes of a half-warp that request it.
 *
 * <p>N distinct words cost n accesses (CUDA Programming Guide 1.1, section 5.1.2.2).
 */
final class ConstantMemory {
  private static final int WORD = 4;
  private static final int LEVELS = 2; // cache levels beyond the first

  /** Statistics of the cache levels beyond the first. */
  static final StatisticSet<MiddleLevels> BEHIND =
      StatisticSet.<MiddleLevels>of("scalar or constant cache")
          .count(
              "scalar.l2_lookups",
              "Look-ups of constants in the clusters' caches.",
              m -> m.counts(0).lookups())
          .count("scalar.l2_hits", "Of these, hits.", m -> m.counts(0).hits())
          .count(
              "scalar.l3_lookups",
              "Look-ups of constants in the chip's cache.",
              m -> m.counts(1).lookups())
          .count("scalar.l3_hits", "Of these, hits.", m -> m.counts(1).hits())
          .build();

  private final MemoryUnit unit;
  private final int width;
  private final int pass;
  private final int lanes; // of a half-warp
  private final boolean oneWord; // ideal: no conflicts
  private int token;
  private int words;

  ConstantMemory(MultiprocessorConfig config, MemoryUnit unit, int width) {
    this.unit = unit;
    this.width = width;
    pass = config.pass;
    lanes = config.lanes;
    oneWord = config.ideals.has(Ideal.CONFLICTS);
  }

  boolean accepts() {
    return unit.canAccept();
  }

  /** Reads the words of a warp and returns the token of the access. */
  int access(long tick, int warp, Access access) {
    token = unit.begin(warp);
    words = 0;
    for (int from = 0; from < width; from += lanes) {
      access.window(from, lanes);
      half(tick, access);
    }
    access.widen(width);
    return token;
  }

  private void half(long tick, Access access) {
    int bytes = access.elementBytes();
    for (long m = access.mask(); m != 0; ) {
      long address = access.address(Long.numberOfTrailingZeros(m));
      unit.read(tick, token, address, bytes);
      words += oneWord && m != access.mask() ? 0 : Math.max(1, bytes / WORD);
      m &= ~DataBanks.sameAddress(access, m);
    }
  }

  /** Returns the tick of the data, or {@link MemoryUnit#PENDING}. */
  long end() {
    return unit.end(token);
  }

  /** Returns the clocks for which the last access occupied the path. */
  int clocks() {
    return words * pass;
  }

  void statistics(Totals out) {
    CacheStatistics.SCALAR.write(unit.cache(), out);
    if (unit.middle() != null && unit.middle().levels() == LEVELS) {
      BEHIND.write(unit.middle(), out);
    }
  }
}
