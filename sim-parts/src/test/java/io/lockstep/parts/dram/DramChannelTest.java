// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.spec.Ideals;
import io.lockstep.spi.stats.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * GDDR3 of the Tesla generation: Samsung K4J52324QH-HC12 at 800 MHz as GPGPU-Sim's configuration of
 * the Quadro FX 5600 gives it: tRCD 15 ns, tRP 12.5, tRAS 31.25, CL 12.5, WL 8.75, tRRD 10, tCDLR
 * 7.5, tWR 13.75; 64 bits wide, bursts of 4 beats = 32 bytes.
 */
class DramChannelTest {
  /** A tick is half a memory clock, one beat: 0.625 ns. */
  private static final long TICK_HERTZ = 1_600_000_000L;

  private static DramConfig gddr3(int bypasses, long tickHertz) {
    return DramConfig.of(Gddr3.figures().given("dram.bypasses", bypasses), tickHertz);
  }

  private final DramChannel dram = new DramChannel(gddr3(16, TICK_HERTZ));

  private long read(long tick, int bank, long row) {
    dram.enqueue(bank, row, 32, false, 5);
    assertThat(dram.pick(tick)).isEqualTo(5);
    assertThat(dram.wasWrite()).isFalse();
    return dram.completion() - tick;
  }

  /** Keeps a channel busy with requests of a direction; returns how many pass the first other. */
  private int passing(boolean write, int bypasses) {
    DramChannel channel = new DramChannel(gddr3(bypasses, TICK_HERTZ));
    channel.enqueue(3, 1, 32, !write, 1);
    long tick = 0;
    for (int n = 0; n < 100_000; ) {
      while (write ? channel.acceptsWrite() : channel.acceptsRead()) {
        channel.enqueue(n % 3, 7, 32, write, 0);
      }
      int picked;
      while ((picked = channel.pick(tick)) != DramChannel.NONE) {
        if (picked == 1) {
          return n;
        }
        n++;
      }
      tick = channel.nextPick(tick);
    }
    return Integer.MAX_VALUE;
  }

  @Test
  void aWriteIsPassedByReadsAtMostSoManyTimesAsTheirQueueIsLongTimesBypasses() {
    assertThat(passing(false, 16)).isEqualTo(16 * 32);
    assertThat(passing(false, 0)).isEqualTo(32);
  }

  @Test
  void aReadIsPassedByWritesAtMostSoManyTimesAsTheirQueueIsLongTimesBypasses() {
    assertThat(passing(true, 16)).isBetween(16 * 32, 16 * 32 + 32);
    assertThat(passing(true, 0)).isBetween(32, 64);
  }

  @Test
  void writesInBetweenDoNotLetLaterReadsPassTheOldestReadMoreOften() {
    DramChannel channel = new DramChannel(gddr3(16, TICK_HERTZ));
    channel.enqueue(0, 7, 32, false, 0);
    channel.enqueue(0, 1, 32, false, 1);
    long tick = 0;
    int reads = 0;
    for (int n = 0; n < 1000; ) {
      while (channel.acceptsRead()) {
        channel.enqueue(0, 7, 32, false, 0); // the open row
      }
      while (channel.acceptsWrite() && n % 8 == 0) {
        channel.enqueue(1, 2, 32, true, 2);
      }
      int picked;
      while ((picked = channel.pick(tick)) != DramChannel.NONE && picked != 1) {
        reads += picked == 0 ? 1 : 0;
        n++;
      }
      if (picked == 1) {
        assertThat(reads).isLessThanOrEqualTo(17);
        return;
      }
      tick = channel.nextPick(tick);
    }
    assertThat(reads).as("the oldest read waits").isZero();
  }

  @Test
  void aClosedBankCostsActivateColumnAndBurst() {
    // 15 + 12.5 + 2.5 ns = 30 ns = 48 ticks
    assertThat(read(0, 0, 3)).isEqualTo(48);
    assertThat(dram.rowMisses()).isEqualTo(1);
  }

  @Test
  void anOpenRowCostsColumnAndBurst() {
    read(0, 0, 3);
    // 12.5 + 2.5 ns = 15 ns = 24 ticks
    assertThat(read(200, 0, 3)).isEqualTo(24);
    assertThat(dram.rowHits()).isEqualTo(1);
  }

  @Test
  void anotherRowCostsPrechargeToo() {
    read(0, 0, 3);
    // 12.5 + 15 + 12.5 + 2.5 ns = 42.5 ns = 68 ticks
    assertThat(read(200, 0, 4)).isEqualTo(68);
    assertThat(dram.rowConflicts()).isEqualTo(1);
  }

  private static DramChannel ideal(Ideal... parts) {
    return ideal(Gddr3.figures(), parts);
  }

  private static DramChannel ideal(Figures own, Ideal... parts) {
    Figures real = own.given("dram.bypasses", 16);
    Figures ideal =
        new Figures() {
          @Override
          public OptionalLong optional(String path) {
            return real.optional(path);
          }

          @Override
          public Ideals ideals() {
            return Ideals.of(Set.of(parts));
          }
        };
    return new DramChannel(DramConfig.of(ideal, TICK_HERTZ));
  }

  /** Ticks of a read of a bank's row. */
  private static long read(DramChannel dram, long tick, int bank, long row) {
    dram.enqueue(bank, row, 32, false, 5);
    assertThat(dram.pick(tick)).isEqualTo(5);
    return dram.completion() - tick;
  }

  @Test
  void whereNoRequestWaitsEachTakesItsOwnTime() {
    DramChannel dram = ideal(Ideal.DRAM_BANDWIDTH);
    for (int i = 0; i < 100; i++) {
      // 15 + 12.5 ns = 44 ticks to open and read a row, and 20 to read an open one; no precharge.
      assertThat(read(dram, 0, 0, i)).isEqualTo(44);
      assertThat(read(dram, 0, 0, i)).isEqualTo(20);
    }
    assertThat(dram.nextPick(0)).isEqualTo(DramChannel.NONE);
    assertThat(dram.rowHits()).isEqualTo(100);
  }

  @Test
  void whereLatencyIsIdealARequestTakesTheBusAndWaitsForOthers() {
    DramChannel dram = ideal(Ideal.MEMORY_LATENCY);
    assertThat(read(dram, 0, 0, 3)).isEqualTo(4); // its burst
    assertThat(read(dram, 200, 0, 3)).isEqualTo(4);
    assertThat(read(dram, 400, 0, 4)).as("precharge of another's row").isEqualTo(20 + 4);
    long last = 0;
    for (int i = 0; i < 8; i++) {
      last = read(dram, 600, 0, 4);
    }
    assertThat(last).as("eight bursts share the bus").isEqualTo(8 * 4);
  }

  @Test
  void whereBothAreIdealARequestTakesNoTime() {
    DramChannel dram = ideal(Ideal.DRAM_BANDWIDTH, Ideal.MEMORY_LATENCY);
    for (int i = 0; i < 20; i++) {
      assertThat(read(dram, 7, i % 2, i)).isZero();
    }
  }

  @Test
  void aRowStaysOpenForItsTime() {
    read(0, 0, 3);
    // activated at 0, precharge not before 31.25 ns = tick 50: 50 + 20 + 24 + 20 + 4 = 118
    assertThat(read(48, 0, 4)).isEqualTo(118 - 48);
  }

  @Test
  void activatesOfDifferentBanksKeepTheirDistance() {
    read(0, 0, 3);
    // second activate 10 ns after the first, at tick 16: 16 + 24 + 20 + 4 = 64
    assertThat(read(1, 1, 3)).isEqualTo(64 - 1);
  }

  @Test
  void theFifthActivateWaitsForTheWindowOfFour() {
    // Winbond W641GG2JB: tFAW 35 clocks at 800 MHz, 43.75 ns = 70 ticks, and four times tRRD 64.
    Figures window = Gddr3.figures().given("dram.bypasses", 16).given("dram.tfaw", 43_750L);
    DramChannel four = new DramChannel(DramConfig.of(window, TICK_HERTZ));
    for (int bank = 0; bank < 4; bank++) {
      assertThat(read(four, 16 * bank, bank, 3)).isEqualTo(48);
      read(16 * bank, bank, 3);
    }
    assertThat(read(four, 64, 4, 3)).isEqualTo(48 + 6);
    assertThat(read(64, 4, 3)).isEqualTo(48);
  }

  @Test
  void aRowIsReadyForAWriteSoonerThanForAReadWhereTheDataSheetSaysSo() {
    // Qimonda HYB18H512321AF: tRCDWR = tRCDRD - (WL + 1) clocks, 12 - 8 at 800 MHz, 5 ns = 8 ticks.
    Figures own = Gddr3.figures().given("dram.bypasses", 16).given("dram.trcdwr", 5_000L);
    DramChannel sooner = new DramChannel(DramConfig.of(own, TICK_HERTZ));
    sooner.enqueue(0, 3, 32, true, 1);
    sooner.pick(0);
    assertThat(sooner.completion()).isEqualTo(8 + 14 + 4);
    assertThat(read(sooner, 100, 1, 3)).isEqualTo(48); // as without it
    dram.enqueue(0, 3, 32, true, 1);
    dram.pick(0);
    assertThat(dram.completion()).isEqualTo(24 + 14 + 4);
  }

  @Test
  void whereNoRequestWaitsAWriteOpensItsRowInItsOwnTimeToo() {
    DramChannel dram = ideal(Gddr3.figures().given("dram.trcdwr", 5_000L), Ideal.DRAM_BANDWIDTH);
    dram.enqueue(0, 3, 32, true, 1);
    dram.pick(0);
    assertThat(dram.completion()).isEqualTo(8 + 14);
  }

  @Test
  void changesOfDirectionCostBusTime() {
    read(0, 0, 3);
    dram.enqueue(0, 3, 32, true, 6);
    assertThat(dram.pick(48)).isEqualTo(6);
    assertThat(dram.wasWrite()).isTrue();
    // write data 8.75 ns = 14 ticks after the command: 48 + 14 + 4
    assertThat(dram.completion()).isEqualTo(66);
    // a read command 7.5 ns = 12 ticks after the data: 66 + 12 + 20 + 4
    assertThat(read(66, 0, 3)).isEqualTo(102 - 66);
    // precharge 13.75 ns = 22 ticks after write data ended; here the row is older than that
    assertThat(dram.quiet()).isEqualTo(102);
  }

  @Test
  void writeRecoveryHoldsTheRow() {
    dram.enqueue(0, 1, 320, true, 1); // 40 beats: activate 0, data 24 + 14 .. 78
    dram.pick(0);
    assertThat(dram.completion()).isEqualTo(78);
    dram.enqueue(0, 2, 32, true, 2);
    dram.pick(78);
    // precharge at 78 + 22 = 100, activate 120, column 144, data 158 .. 162
    assertThat(dram.completion()).isEqualTo(162);
  }

  @Test
  void anOpenRowIsServedBeforeAnOlderRequestButNotForEver() {
    DramChannel fair = new DramChannel(gddr3(2, TICK_HERTZ));
    fair.enqueue(0, 1, 32, false, 0);
    fair.pick(0);
    fair.enqueue(0, 2, 32, false, 1);
    for (int i = 2; i < 6; i++) {
      fair.enqueue(0, 1, 32, false, i);
    }
    List<Integer> order = new ArrayList<>();
    long tick = 48;
    while (fair.waiting() > 0) {
      int r = fair.pick(tick);
      if (r == DramChannel.NONE) {
        tick = fair.nextPick(tick);
      } else {
        order.add(r);
      }
    }
    assertThat(order).containsExactly(2, 3, 1, 4, 5);
  }

  @Test
  void writesWaitForALullOrUntilThereAreMany() {
    for (int i = 0; i < 24; i++) {
      dram.enqueue(i % 8, 1, 32, true, 100 + i);
      if (i < 4) {
        dram.enqueue(i, 1, 32, false, i);
      }
    }
    List<Integer> order = drain(0);
    // 24 waiting writes start a drain down to 8; then reads; then the rest
    assertThat(order.subList(0, 16)).allMatch(r -> r >= 100);
    assertThat(order.subList(16, 20)).allMatch(r -> r < 100);
    assertThat(order).hasSize(28);
    assertThat(dram.acceptsRead()).isTrue();
  }

  private List<Integer> drain(long from) {
    List<Integer> order = new ArrayList<>();
    for (long tick = from; dram.waiting() > 0; ) {
      int r = dram.pick(tick);
      if (r == DramChannel.NONE) {
        long next = dram.nextPick(tick);
        assertThat(next).isGreaterThan(tick);
        tick = next;
      } else {
        order.add(r);
      }
    }
    assertThat(dram.nextPick(from)).isEqualTo(DramChannel.NONE);
    return order;
  }

  @Test
  void streamingReachesThePeakAndScatteredRowsDoNot() {
    long streamed = time(i -> 0, i -> i / 64);
    long scattered = time(i -> 0, i -> i);
    long banks = time(i -> i % 8, i -> i);
    // 512 bursts of 2.5 ns: 1280 ns = 2048 ticks of bus
    assertThat(streamed).isBetween(2048L, 2048L + 8 * 70);
    // one bank: a row cycle (43.75 ns) each, 512 x 70 ticks
    assertThat(scattered).isBetween(512L * 65, 512L * 75);
    // eight banks: one activate every 10 ns, 512 x 16 ticks
    assertThat(banks).isBetween(512L * 15, 512L * 18);
  }

  private interface Of {
    int of(int i);
  }

  private static long time(Of bank, Of row) {
    DramChannel dram = new DramChannel(gddr3(16, TICK_HERTZ));
    long tick = 0;
    int next = 0;
    while (next < 512 || dram.waiting() > 0) {
      while (next < 512 && dram.acceptsRead()) {
        dram.enqueue(bank.of(next), row.of(next), 32, false, next);
        next++;
      }
      if (dram.pick(tick) == DramChannel.NONE) {
        tick = Math.max(tick + 1, dram.nextPick(tick));
      }
    }
    return dram.quiet();
  }

  @Test
  void refreshTakesItsShare() {
    Figures figures =
        Gddr3.figures()
            .given("dram.bypasses", 16)
            .given("dram.trefi", 1_000_000)
            .given("dram.trfc", 100_000)
            .given("dram.response_latency", 5_000);
    DramChannel refreshed = new DramChannel(DramConfig.of(figures, TICK_HERTZ));
    refreshed.enqueue(0, 1, 32, false, 0);
    refreshed.pick(0);
    assertThat(refreshed.completion()).isEqualTo(48 + 8); // 5 ns more on the way back
    // a microsecond passes: refresh at tick 1600 for 160 ticks, the row is closed again
    refreshed.enqueue(0, 1, 32, false, 0);
    refreshed.pick(1600);
    assertThat(refreshed.completion()).isEqualTo(1600 + 160 + 48 + 8);
    // much later only the last refresh counts
    refreshed.enqueue(0, 1, 32, false, 0);
    refreshed.pick(1_000_000);
    assertThat(refreshed.completion()).isLessThanOrEqualTo(1_000_000 + 160 + 48 + 8);
  }

  @Test
  void configurationsThatCannotBeAreRefused() {
    Figures good = Gddr3.figures().given("dram.bypasses", 0);
    assertThatThrownBy(() -> DramConfig.of(good.given("dram.burst", 36), 1000))
        .hasMessageContaining("36 bytes");
    Figures upside = good.given("dram.write_queue", 4).given("dram.drain_until", 750_000);
    assertThatThrownBy(() -> DramConfig.of(upside.given("dram.drain_from", 500_000), 1000))
        .hasMessageContaining("to 3 of 4");
    assertThatThrownBy(() -> DramConfig.of(Gddr3.figures(), 1000))
        .hasMessage("no figure dram.bypasses");
  }

  /** Whatever comes: everything is answered once, and the bus never beats its clock. */
  @Property(tries = 150)
  void neverFasterThanItsBus(@ForAll long seed, @ForAll @IntRange(min = 0, max = 20) int bypasses) {
    long tickHertz = 1_350_000_000L; // no simple ratio to the memory clock
    DramChannel dram = new DramChannel(gddr3(bypasses, tickHertz));
    Random random = new Random(seed);
    int sent = 0;
    boolean[] seen = new boolean[400];
    long bytes = 0;
    long tick = 0;
    while (sent < seen.length || dram.waiting() > 0) {
      boolean write = random.nextInt(3) == 0;
      if (sent < seen.length && (write ? dram.acceptsWrite() : dram.acceptsRead())) {
        int size = 32 * (1 + random.nextInt(8));
        dram.enqueue(random.nextInt(8), random.nextInt(3), size, write, sent++);
        bytes += size;
      }
      int r;
      while ((r = dram.pick(tick)) != DramChannel.NONE) {
        assertThat(seen[r]).isFalse();
        seen[r] = true;
        assertThat(dram.completion()).isGreaterThan(tick);
      }
      tick += random.nextInt(6);
    }
    assertThat(dram.readBytes() + dram.writeBytes()).isEqualTo(bytes);
    // 12.8 GB/s at 1.35 GHz ticks
    assertThat(dram.quiet() * 12_800_000_000L).isGreaterThanOrEqualTo(bytes * tickHertz);
    assertThat(bytes).isLessThanOrEqualTo(dram.bytesAtPeak(dram.quiet()));
    assertThat(dram.reads() + dram.writes()).isEqualTo(400);
    assertThat(dram.rowHits() + dram.rowMisses() + dram.rowConflicts()).isEqualTo(bytes / 32);
    Totals totals = new Totals();
    dram.addTo(totals);
    assertThat(totals.get("dram.accesses")).isEqualTo(bytes / 32);
    assertThat(totals.get("dram.row_hits")).isEqualTo(dram.rowHits());
    assertThat(totals.get("dram.row_misses")).isEqualTo(dram.rowMisses()).isPositive();
    assertThat(totals.get("dram.row_conflicts")).isEqualTo(dram.rowConflicts()).isPositive();
    dram.resetCounters();
    assertThat(dram.reads() + dram.writes() + dram.readBytes() + dram.writeBytes()).isZero();
  }

  @Test
  void rowsOfOneBankAreImbalanceAndRowsOfAllBanksAreNot() {
    for (boolean one : new boolean[] {true, false}) {
      DramChannel dram = new DramChannel(gddr3(4, 1_350_000_000L));
      for (int row = 0; row < 8; row++) {
        dram.enqueue(one ? 0 : row, row, 32, false, row);
        while (dram.waiting() > 0) {
          dram.pick(dram.quiet());
        }
      }
      Totals totals = new Totals();
      dram.addTo(totals);
      assertThat(totals.get("dram.activations")).isEqualTo(8);
      assertThat(totals.get("dram.busiest_activations")).isEqualTo(one ? 64 : 8);
    }
  }
}
