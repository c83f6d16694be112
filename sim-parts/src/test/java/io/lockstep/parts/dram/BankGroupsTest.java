// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.spi.spec.Figures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * GDDR5 (JESD212): bursts of 8 beats take 2 clocks of the bus; those of one bank group lie 3 or 4
 * clocks apart, so that a stream in one group reaches 2/3 or 1/2 of the bus: 102 of the HD 5870's
 * 153.6 GB/s, 88 of the HD 6970's 176.
 */
class BankGroupsTest {
  private static Figures gddr5(long clock, int clocks) {
    return Gddr3.figures()
        .given("dram.bypasses", 16)
        .given("dram.clock", clock)
        .given("dram.beats", 4)
        .given("dram.width", 4)
        .given("dram.burst", 32)
        .given("dram.banks", 16)
        .given("dram.bank_groups", 4)
        .given("dram.tccd_l", clocks * 1_000_000_000_000L / clock);
  }

  /** Share of the bus that reads of two open banks take, a burst at a time or whole pieces. */
  private static double share(Figures figures, int other, int bytes) {
    long clock = figures.value("dram.clock");
    DramChannel dram = new DramChannel(DramConfig.of(figures, 4 * clock));
    long tick = 0;
    for (int i = 0; i < 4000; ) {
      while (i < 4000 && dram.acceptsRead()) {
        dram.enqueue(i % 2 * other, 1, bytes, false, i++);
      }
      if (dram.pick(tick) == DramChannel.NONE) {
        tick = dram.nextPick(tick);
      }
    }
    return 4000.0 * bytes / 4 / dram.quiet();
  }

  @ParameterizedTest
  @CsvSource({"1200000000, 3, 0.667", "1375000000, 4, 0.5", "1200000000, 2, 1"})
  void aStreamInOneGroupReachesTheShareOfABurstInItsDistance(long clock, int clocks, double share) {
    assertThat(share(gddr5(clock, clocks), 1, 32)).isCloseTo(share, within(0.01));
    assertThat(share(gddr5(clock, clocks), 1, 256)).isCloseTo(share, within(0.01));
  }

  @Test
  void streamsInTwoGroupsFillTheBus() {
    assertThat(share(gddr5(1_200_000_000L, 3), 4, 32)).isGreaterThan(0.97);
    assertThat(share(gddr5(1_375_000_000L, 4), 12, 256)).isGreaterThan(0.97);
  }

  @Test
  void withoutGroupsOrWithOneEachBurstFollowsTheLast() {
    Figures one = gddr5(1_200_000_000L, 4).given("dram.bank_groups", 1);
    assertThat(share(one, 1, 32)).isGreaterThan(0.98);
  }
}
