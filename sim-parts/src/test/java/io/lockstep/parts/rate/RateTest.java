// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RateTest {
  @Test
  void fractionsDoNotAccumulate() {
    Rate rate = new Rate(3, 7); // 3 bytes in 7 ticks
    long free = 0;
    for (int i = 0; i < 3000; i++) {
      free = rate.reserve(free, 0, 1);
    }
    assertThat(rate.tick(free)).isEqualTo(7000);
    assertThat(rate.duration(4)).isEqualTo(10);
    assertThat(rate.start(0, 5)).isEqualTo(15);
  }

  @Test
  void ratesOfClocksAreExact() {
    assertThat(Rate.perCycle(64, 850_000_000, 1_700_000_000)).isEqualTo(new Rate(32, 1));
    assertThat(Rate.perCycle(64, 850_000_000, 850_000_000)).isEqualTo(Rate.perTick(64));
    assertThat(Rate.perSecond(2_000_000_000, 1_000_000_000)).isEqualTo(Rate.perTick(2));
    assertThatThrownBy(() -> new Rate(0, 1)).hasMessageContaining("0 per 1");
  }

  /** However transfers are booked, no window carries more than the rate allows. */
  @Property(tries = 200)
  void aLinkNeverExceedsItsRate(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 9) int amount,
      @ForAll @IntRange(min = 1, max = 9) int ticks) {
    Rate rate = new Rate(amount, ticks);
    WindowedRate link = new WindowedRate(rate);
    Random random = new Random(seed);
    TreeMap<Long, Long> byEnd = new TreeMap<>();
    long now = 0;
    for (int i = 0; i < 300; i++) {
      now += random.nextInt(10);
      long ready = now + random.nextInt(700);
      int bytes = 1 + random.nextInt(40);
      long end = link.book(now, ready, bytes);
      assertThat(end).isGreaterThanOrEqualTo(ready + rate.duration(bytes));
      byEnd.merge(end, (long) bytes, Long::sum);
    }
    long passed = 0;
    for (var e : byEnd.entrySet()) {
      passed += e.getValue();
      // all that has passed by a tick fits the whole windows up to it
      long windows = (e.getKey() + WindowedRate.WINDOW - 1) / WindowedRate.WINDOW;
      assertThat(passed * rate.ticks())
          .isLessThanOrEqualTo(windows * WindowedRate.WINDOW * rate.amount());
    }
  }

  @Test
  void anEarlierTransferIsNotDelayedByALaterOneBookedBefore() {
    WindowedRate link = new WindowedRate(Rate.perTick(8));
    assertThat(link.book(0, 400, 64)).isEqualTo(408);
    assertThat(link.book(0, 50, 64)).isEqualTo(58);
    assertThat(link.book(0, 5000, 8)).isEqualTo(5001);
  }

  @Test
  void aRateOfAnyTwoClocksIsExactOrWithinAMillionth() {
    assertThat(Rate.near(602, 1296)).isEqualTo(new Rate(301, 648));
    for (long[] clocks :
        new long[][] {
          {1_000_001, 1_296_000_000},
          {9_999_999_999L, 1_296_000_000},
          {4_816_000_000L, 9_999_999_999L},
          {1, 1L << 39},
          {39_452_672, 81_000}
        }) {
      Rate rate = Rate.near(clocks[0], clocks[1]);
      double wanted = (double) clocks[0] / clocks[1];
      assertThat((double) rate.amount() / rate.ticks())
          .isBetween(wanted * (1 - 1e-6), wanted * (1 + 1e-6));
    }
  }
}
