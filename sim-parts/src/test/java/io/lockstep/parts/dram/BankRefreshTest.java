// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.spi.policy.Policy;
import io.lockstep.spi.spec.Figures;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * Refreshes of single banks of HBM2 at 1 GHz, a pseudo channel of 16 banks with the timings that
 * AMDMemoryTweakXL reads out of a Radeon RX Vega (gist NanMetal/22c135da, September 2020): tREF
 * 3,900, tRFC 260, tRFC of a bank 160 ns; JESD235D has 160 ns too. The bus moves 16 bytes a beat;
 * two beats, and so two ticks, are a nanosecond.
 */
class BankRefreshTest {
  private static final long TICK_HERTZ = 2_000_000_000L;
  private static final int BANKS = 16;
  private static final long ROUND = 2 * 3900;
  private static final long CLOSED_FOR = 2 * 160;

  private static Figures figures(RefreshPolicy policy) {
    Map<String, Long> all =
        new HashMap<>(
            Map.ofEntries(
                Map.entry("dram.clock", 1_000_000_000L),
                Map.entry("dram.width", 16L),
                Map.entry("dram.banks", (long) BANKS),
                Map.entry("dram.bypasses", 4L),
                Map.entry("dram.trefi", 3_900_000L),
                Map.entry("dram.trfc", 260_000L),
                Map.entry("dram.trfc_bank", 160_000L)));
    Figures others = Gddr3.figures();
    return new Figures() {
      @Override
      public OptionalLong optional(String path) {
        return all.containsKey(path) ? OptionalLong.of(all.get(path)) : others.optional(path);
      }

      @Override
      public <P extends Policy> Optional<P> policy(String path, Class<P> kind, String own) {
        return path.equals("dram.refresh") && policy != null
            ? Optional.of(kind.cast(policy))
            : Optional.empty();
      }
    };
  }

  private static DramChannel channel() {
    return new DramChannel(DramConfig.of(figures(new SingleBank()), TICK_HERTZ));
  }

  private final DramChannel dram = channel();

  /** When a read of a closed bank on an idle channel is done: activate, column, burst. */
  private static final long READ = 2 * 15 + 2 * 13 + 2;

  private long read(long tick, int bank) {
    dram.enqueue(bank, 7, 32, false, 1);
    long now = tick;
    while (dram.pick(now) == DramChannel.NONE) {
      now = dram.nextPick(now);
    }
    return dram.completion() - tick;
  }

  @Test
  void eachBankIsClosedInItsTurnForItsTimeAndTheOthersAreNot() {
    // The first round of a lone channel begins at 3,900 ns; the banks follow every 243.75 ns.
    for (int k = 0; k < BANKS; k++) {
      long due = ROUND + k * ROUND / BANKS;
      int other = (k + 5) % BANKS;
      assertThat(read(due + 20, other))
          .as("bank %d at the turn of %d", other, k)
          .isEqualTo(other < k ? READ - 30 : READ); // open since its own turn
      long left = due + CLOSED_FOR - (due + 100);
      assertThat(read(due + 100, k)).as("bank %d in its turn", k).isEqualTo(left + READ);
    }
    // A refreshed bank has no open row: the next round finds each of them closed, not in conflict.
    assertThat(dram.rowConflicts()).isZero();
  }

  @Test
  void aRefreshWaitsForWhatItsBankHasYetToDo() {
    // Read at the beat before the turn of bank 0: its row stays open for tRAS, then precharge.
    assertThat(read(ROUND - 1, 0)).isEqualTo(READ);
    long closed = ROUND - 1 + 64 + 26; // tRAS 31.25 and tRP 12.5 ns in clocks of 1 ns
    long asked = ROUND + 200;
    assertThat(read(asked, 0)).isEqualTo(closed + CLOSED_FOR - asked + READ);
  }

  @Test
  void aRequestToARefreshedBankLetsOthersPassHoweverOftenAndIsServedWhenItOpens() {
    long now = ROUND + 10;
    dram.enqueue(0, 1, 32, false, 99);
    int passed = 0;
    while (true) {
      if (dram.waitingReads() < 2) {
        dram.enqueue(1 + passed % 8, 3, 32, false, passed);
      }
      int picked = dram.pick(now);
      if (picked == 99) {
        break;
      }
      passed += picked == DramChannel.NONE ? 0 : 1;
      now = picked == DramChannel.NONE ? dram.nextPick(now) : now;
    }
    assertThat(passed).isGreaterThan(20); // more than dram.bypasses
    assertThat(dram.completion())
        .isBetween(ROUND + CLOSED_FOR + READ, ROUND + CLOSED_FOR + READ + 100);
  }

  @Test
  void writesAreServedWhileAllReadsWaitForARefreshAndTheOtherWayRound() {
    for (boolean waits : new boolean[] {false, true}) {
      DramChannel one = channel();
      one.enqueue(0, 1, 32, waits, 1);
      one.enqueue(4, 1, 32, !waits, 2);
      assertThat(one.pick(ROUND + 10)).isEqualTo(2);
      assertThat(one.wasWrite()).isEqualTo(!waits);
      assertThat(one.pick(ROUND + 10)).isEqualTo(DramChannel.NONE);
    }
  }

  @Test
  void eachChannelBeginsItsRoundsWhenItsRefreshesOfAllBanksWouldBegin() {
    DramConfig config = DramConfig.of(figures(new SingleBank()), TICK_HERTZ);
    for (int c = 0; c < 4; c++) {
      DramChannel one = new DramChannel(config, c, 4);
      long due = Refresh.offset(ROUND, c, 4);
      one.enqueue(0, 1, 32, false, 1);
      assertThat(one.pick(due + 1)).as("channel %d", c).isEqualTo(DramChannel.NONE);
      one.enqueue(1, 1, 32, false, 2);
      assertThat(one.pick(due + 1)).as("another bank of channel %d", c).isEqualTo(2);
    }
  }

  @Test
  void aBusyChannelLosesItsRefreshTimeWhereAllBanksAreClosedAndHardlyAnyWhereOneIs() {
    long ideal = 200 * ROUND; // the bus is never idle: a read is two beats
    assertThat(busy(null) - ideal)
        .isBetween(200 * 520L, 200 * 900L); // 260 ns, and 16 rows opened, 10 ns apart
    assertThat(busy(new SingleBank()) - ideal).isBetween(0L, 200 * 60L);
  }

  /** Ticks for 200 intervals' worth of reads of all banks in turn. */
  private static long busy(RefreshPolicy policy) {
    DramChannel one = new DramChannel(DramConfig.of(figures(policy), TICK_HERTZ));
    long reads = 200 * ROUND / 2;
    long sent = 0;
    long now = 0;
    while (sent < reads || one.waiting() > 0) {
      while (sent < reads && one.waitingReads() < 16) {
        one.enqueue((int) (sent++ % BANKS), 3, 32, false, 1);
      }
      if (one.pick(now) == DramChannel.NONE && one.waiting() > 0) {
        now = one.nextPick(now);
      }
    }
    return one.quiet();
  }

  @Property(tries = 60)
  @Label("whatever comes is answered once, at a later tick")
  void whateverComesIsAnsweredOnce(@ForAll long seed) {
    Random random = new Random(seed);
    DramChannel one = channel();
    long[] answers = new long[300];
    int sent = 0;
    long tick = random.nextInt(20_000);
    while (sent < answers.length || one.waiting() > 0) {
      boolean write = random.nextInt(3) == 0;
      if (sent < answers.length && (write ? one.acceptsWrite() : one.acceptsRead())) {
        one.enqueue(random.nextInt(BANKS), random.nextInt(3), 64, write, sent++);
      }
      int r;
      while ((r = one.pick(tick)) != DramChannel.NONE) {
        assertThat(answers[r]).isZero();
        answers[r] = one.completion();
        assertThat(answers[r]).isGreaterThan(tick);
      }
      boolean walk = random.nextBoolean() || one.waiting() == 0;
      tick = walk ? tick + 1 + random.nextInt(40) : one.nextPick(tick);
    }
    assertThat(answers).doesNotContain(0);
  }

  @Test
  void aPolicyThatCutsARefreshIntoNoneOrTooManyIsNamed() {
    RefreshPolicy none =
        new RefreshPolicy() {
          @Override
          public String name() {
            return "none";
          }

          @Override
          public String definition() {
            return "cuts it into nothing";
          }

          @Override
          public int commands(int banks) {
            return 0;
          }
        };
    DramConfig config = DramConfig.of(figures(none), TICK_HERTZ);
    assertThatThrownBy(() -> new DramChannel(config))
        .hasMessageContaining(none.getClass().getName())
        .hasMessageContaining("16 banks into 0");
  }
}
