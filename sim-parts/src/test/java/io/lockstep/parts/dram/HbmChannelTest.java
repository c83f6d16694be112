// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.spi.spec.Figures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * HBM2 with the timings of gem5's HBM_2000_4H_1x64: tCL 18 ns, tCWL 7, tWTR_L 9, tRCD 12, tRP 14,
 * tRAS 28, tWR 14. Its tRTW of 18 ns lies between commands: 18 + 7 - 18 = 7 ns between data.
 * Channels of 128 bits at 1,600 MHz, as on an MI210: 51.2 GB/s, or 64 bytes in 1.25 ns.
 */
class HbmChannelTest {
  private static final long TICK_HERTZ = 3_200_000_000L;
  private static final double PEAK = 51.2; // bytes a nanosecond

  private static Figures hbm() {
    return Gddr3.figures()
        .given("dram.bypasses", 16)
        .given("dram.clock", 1_600_000_000L)
        .given("dram.width", 16)
        .given("dram.burst", 64)
        .given("dram.banks", 16)
        .given("dram.read_queue", 64)
        .given("dram.trcd", 12_000)
        .given("dram.trp", 14_000)
        .given("dram.tras", 28_000)
        .given("dram.tcl", 18_000)
        .given("dram.twl", 7_000)
        .given("dram.trrd", 4_000)
        .given("dram.twtr", 9_000)
        .given("dram.trtw", 7_000)
        .given("dram.twr", 14_000);
  }

  /** Bytes a nanosecond of streams to open rows that always have requests waiting. */
  private static double rate(DramChannel dram, boolean reads, boolean writes) {
    long tick = 0;
    int bytes = 0;
    for (int i = 0; i < 4000; ) {
      while (i < 4000 && (reads && dram.acceptsRead() || writes && dram.acceptsWrite())) {
        boolean write = writes && dram.acceptsWrite();
        dram.enqueue(i % 16, 1, 64, write, i++);
        bytes += 64;
      }
      if (dram.pick(tick) == DramChannel.NONE) {
        tick = dram.nextPick(tick);
      }
    }
    return bytes / (dram.quiet() / (TICK_HERTZ / 1e9));
  }

  @ParameterizedTest
  @CsvSource({"64, 0.70", "128, 0.82"})
  void drainsOfThirtyTwoWritesCostThreeTenthsOfTheBusAndOfSixtyFourTwoTenths(
      int queue, double share) {
    // drained from 75 % to 25 % of the queue: 40 or 80 ns of writes, as long of reads, 34 ns turned
    Figures figures = hbm().given("dram.write_queue", queue);
    double turning = equalStreams(new DramChannel(DramConfig.of(figures, TICK_HERTZ)));
    assertThat(turning / PEAK).isCloseTo(share, within(0.02));
    Figures free = figures.given("dram.trtw", 0).given("dram.twtr", 0).given("dram.tcl", 0);
    double hardly = equalStreams(new DramChannel(DramConfig.of(free, TICK_HERTZ)));
    assertThat(hardly / PEAK).isGreaterThan(0.95);
  }

  /** Bytes a nanosecond where each read is followed by a write. */
  private static double equalStreams(DramChannel dram) {
    long tick = 0;
    int i = 0;
    while (i < 8000) {
      while (i < 8000 && (i % 2 == 0 ? dram.acceptsRead() : dram.acceptsWrite())) {
        dram.enqueue(i / 2 % 16, 1, 64, i % 2 != 0, i++);
      }
      if (dram.pick(tick) == DramChannel.NONE) {
        tick = dram.nextPick(tick);
      }
    }
    return 8000 * 64 / (dram.quiet() / (TICK_HERTZ / 1e9));
  }

  @Test
  void aPortOfTheFabricBoundsReadsWritesAndBothTogetherAlike() {
    // MI100: 32 channels x 32 bytes x 0.8 GHz = 819 GB/s; its bus carries 38.4 GB/s a channel
    Figures bus = hbm().given("dram.clock", 1_200_000_000L).given("dram.write_queue", 64);
    Figures port = bus.given("dram.port", 25_600_000_000L);
    assertThat(rate(channel(bus), true, false)).isGreaterThan(36);
    assertThat(rate(channel(port), true, false)).isCloseTo(25.6, within(0.6));
    assertThat(rate(channel(port), false, true)).isCloseTo(25.6, within(0.6));
    assertThat(equalStreams(channel(port))).isCloseTo(25.6, within(0.6));
  }

  @Test
  void aPortAsFastAsTheBusChangesNothing() {
    Figures bus = hbm().given("dram.write_queue", 64);
    Figures port = bus.given("dram.port", 51_200_000_000L);
    assertThat(equalStreams(channel(port))).isEqualTo(equalStreams(channel(bus)));
  }

  @Test
  void aRequestWaitsForThePort() {
    Figures port = hbm().given("dram.write_queue", 64).given("dram.port", 1_000_000_000L);
    DramChannel dram = channel(port);
    dram.enqueue(0, 1, 64, false, 1);
    assertThat(dram.pick(0)).isEqualTo(1);
    assertThat(dram.completion()).as("64 ns through the port").isBetween(204L, 206L);
    dram.enqueue(0, 1, 64, false, 2);
    dram.pick(0);
    assertThat(dram.completion()).isBetween(409L, 411L);
  }

  private static DramChannel channel(Figures figures) {
    return new DramChannel(DramConfig.of(figures, TICK_HERTZ));
  }
}
