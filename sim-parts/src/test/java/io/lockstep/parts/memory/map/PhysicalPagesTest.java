// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.SectoredCache;
import io.lockstep.parts.cache.SetMapping;
import io.lockstep.parts.cache.policy.WriteThrough;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Physical pages, and the sets of an L2 of 8 MiB: 32 channels of 128 sets of 16 lines. */
class PhysicalPagesTest {
  private static final int CHANNELS = 32;
  private static final int SETS = 128;
  private static final int WAYS = 16;
  private static final int LINE = 128;
  private static final long CAPACITY = (long) CHANNELS * SETS * WAYS * LINE;

  private final PhysicalPages pages = new PhysicalPages(4096, 1);

  @Test
  void noTwoPagesShareAPlaceAndBytesKeepTheirPlaceInThePage() {
    BitSet taken = new BitSet();
    for (long page = 0; page < 1 << 20; page++) {
      long at = pages.of(page << 12 | 0x123);
      assertThat(at & 0xFFF).isEqualTo(0x123);
      assertThat(at >>> 32).as("its window").isZero();
      taken.set((int) (at >>> 12));
    }
    assertThat(taken.cardinality()).isEqualTo(1 << 20);
    assertThat(pages.of(5L << 32 | 7) >>> 32).isEqualTo(5);
    assertThat(new PhysicalPages(4096, 2).of(1 << 20)).isNotEqualTo(pages.of(1 << 20));
  }

  /** The share of hits of the second walk and later ones through lines in a fixed order. */
  private static double hits(SetMapping mapping, PhysicalPages pages, long bytes, int step) {
    SectoredCache[] caches = new SectoredCache[CHANNELS];
    SetMapping placed = pages == null ? mapping : pages.before(mapping);
    for (int c = 0; c < CHANNELS; c++) {
      caches[c] =
          new SectoredCache(
              new CacheConfig(LINE, LINE, SETS, WAYS, new WriteThrough(), placed), null);
    }
    long hits = 0;
    long looks = 0;
    for (int walk = 0; walk < 3; walk++) {
      for (long at = 1L << 32; at < (1L << 32) + bytes; at += step) {
        long physical = pages == null ? at : pages.of(at);
        SectoredCache cache = caches[(int) (physical / 256 % CHANNELS)];
        boolean hit = cache.read(at, 8) == SectoredCache.HIT;
        if (!hit) {
          cache.fill(at, LINE, 0);
        }
        if (walk > 0) {
          looks++;
          hits += hit ? 1 : 0;
        }
      }
    }
    return (double) hits / looks;
  }

  /** P[Poisson(mean) is at most 15]: a set with 16 others or more keeps none under LRU. */
  private static double fits(double mean) {
    double term = Math.exp(-mean);
    double sum = term;
    for (int k = 1; k <= WAYS - 1; k++) {
      term *= mean / k;
      sum += term;
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({"0.75", "1.0", "1.025", "1.39"})
  void scatteredPagesLeaveTheCacheGraduallyAsAPoissonNumberOfLinesASetDoes(double share) {
    SetMapping folded = SetMapping.folded(LINE, 256, CHANNELS);
    long bytes = (long) (CAPACITY * share) & -4096;
    assertThat(hits(folded, pages, bytes, LINE)).isCloseTo(fits(WAYS * share), within(0.08));
  }

  @ParameterizedTest
  @CsvSource({"0.75", "1.0", "1.025", "1.39"})
  void contiguousMemoryLeavesAHashedCacheGraduallyToo(double share) {
    SetMapping hashed = SetMapping.hashed(LINE, 256, CHANNELS);
    long bytes = (long) (CAPACITY * share) & -4096;
    assertThat(hits(hashed, null, bytes, LINE)).isCloseTo(fits(WAYS * share), within(0.05));
  }

  @Test
  void contiguousMemoryLeavesAFoldedCacheAtItsSizeExactly() {
    SetMapping folded = SetMapping.folded(LINE, 256, CHANNELS);
    assertThat(hits(folded, null, CAPACITY, LINE)).isEqualTo(1);
    assertThat(hits(folded, null, CAPACITY * 5 / 4, LINE)).isZero();
  }

  @Test
  void stridesOfEveryPowerOfTwoUseAllSetsOnlyIfTheyAreFolded() {
    int step = 256 * CHANNELS * SETS / 4; // one channel, few sets by the lowest bits
    long bytes = (long) step * SETS * WAYS / 4;
    assertThat(hits(SetMapping.interleaved(LINE, 256, CHANNELS), null, bytes, step)).isZero();
    assertThat(hits(SetMapping.folded(LINE, 256, CHANNELS), null, bytes, step)).isEqualTo(1);
  }
}
