// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * An instruction cache of 32 KiB, lines of 64 bytes, that fetches two lines ahead in 250 clocks.
 */
class InstructionCacheTest {
  private final InstructionCache cache =
      new InstructionCache(new InstructionCacheConfig(32 << 10, 64, 4, 2, 250));

  /** Ticks that a wavefront waits that goes through all lines of the code, 20 clocks each. */
  private long walk(int lines, long from) {
    long tick = from;
    for (int k = 0; k < lines; k++) {
      tick = cache.fetch(k, tick) + 20;
    }
    return tick - from - 20L * lines;
  }

  @Test
  void aKernelThatFitsWaitsOnlyTheFirstTimeAndIsWarmThen() {
    cache.begin("small", 20 * 64);
    assertThat(cache.warmFrom()).isEqualTo(Long.MAX_VALUE);
    assertThat(walk(20, 0)).isGreaterThan(250);
    assertThat(cache.warmFrom()).isBetween(1L, 100_000L);
    assertThat(walk(20, 100_000)).isZero();
    cache.begin("small", 20 * 64);
    assertThat(cache.warmFrom()).isLessThan(100_000L);
    assertThat(cache.evictions()).isZero();
  }

  @Test
  void linesThatFollowAreFetchedWithTheOneThatIsNeeded() {
    cache.begin("kernel", 10 * 64);
    assertThat(cache.fetch(0, 0)).isEqualTo(250);
    assertThat(cache.fetch(1, 250)).isEqualTo(251);
    assertThat(cache.fetch(2, 251)).isEqualTo(252);
    assertThat(cache.fetch(9, 252)).isEqualTo(502);
  }

  @Test
  void aLoopThatIsLargerThanTheCacheMissesInEveryTurn() {
    int lines = 640;
    cache.begin("large", lines * 64);
    long first = walk(lines, 0);
    assertThat(walk(lines, 1_000_000)).isGreaterThan(first / 2);
    assertThat(cache.warmFrom()).isEqualTo(Long.MAX_VALUE);
    cache.begin("half", 320 * 64);
    walk(320, 20_000_000);
    assertThat(walk(320, 30_000_000)).isZero();
  }

  @Test
  void warmingHoldsTheLinesThatTheKernelHasFetched() {
    InstructionCache empty =
        new InstructionCache(new InstructionCacheConfig(1 << 10, 64, 16, 0, 20));
    empty.begin("half", 16 * 64);
    empty.fetch(0, 0);
    empty.fetch(7, 0);
    empty.begin("whole", 16 * 64);
    for (int line = 0; line < 16; line++) {
      empty.fetch(line, 100); // replaces what the other kernel has fetched
    }
    empty.begin("half", 16 * 64);
    empty.warm();
    assertThat(empty.fetch(7, 200)).isEqualTo(200);
    assertThat(empty.fetch(0, 200)).isEqualTo(200);
    assertThat(empty.fetch(1, 200)).as("never fetched").isEqualTo(220);
  }

  @Test
  void warmingHoldsAllLinesOfAKernelThatHasFetchedNone() {
    cache.begin("new", 20 * 64);
    cache.warm();
    assertThat(walk(20, 10)).isZero();
  }

  @Test
  void whoNeedsALineEarlierThanItWasAskedForHasItEarlier() {
    cache.begin("kernel", 64);
    assertThat(cache.fetch(0, 40)).isEqualTo(290);
    assertThat(cache.fetch(0, 10)).isEqualTo(260);
  }

  @Test
  void aLineThatAnotherCacheHasBroughtToTheSharedOneComesFromThere() {
    InstructionCacheConfig small = new InstructionCacheConfig(1 << 10, 64, 4, 0, 20);
    InstructionCache one = new InstructionCache(small, cache);
    InstructionCache other = new InstructionCache(small, cache);
    one.begin("kernel", 640);
    other.begin("kernel", 640);
    assertThat(one.fetch(0, 0)).isEqualTo(270);
    assertThat(other.fetch(0, 1000)).isEqualTo(1020);
    assertThat(one.fetch(0, 1000)).isEqualTo(1000);
  }

  @Test
  void aLineThatAnotherHasReplacedIsPrefetchedAgain() {
    InstructionCache two = new InstructionCache(new InstructionCacheConfig(128, 64, 1, 1, 20));
    two.begin("kernel", 4 * 64);
    two.fetch(0, 0); // with line 1
    two.fetch(2, 100); // with line 3: each in the place of another one
    assertThat(two.evictions()).isEqualTo(2);
    assertThat(two.fetch(0, 200)).isEqualTo(220);
    assertThat(two.fetch(1, 220)).as("line 1, which came with line 0").isEqualTo(221);
    assertThat(two.hits()).isEqualTo(1);
  }
}
