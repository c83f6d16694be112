// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Each rule speaks where its statistic moved and matters, and is silent where not. */
class RulesTest {
  private static void assertSays(Rule rule, Seen seen, String words) {
    assertThat(rule.find(seen.evidence()).map(RuleFinding::words)).contains(words);
  }

  private static void assertSilent(Rule rule, Seen seen) {
    assertThat(rule.find(seen.evidence())).isEqualTo(Optional.empty());
  }

  @Nested
  class Wavefronts {
    private final Rule rule = new WavefrontsRule();

    @Test
    @DisplayName("speaks of registers where they leave room for fewer wavefronts")
    void speaksOfRegistersWhereTheyLeaveRoomForFewerWavefronts() {
      assertSays(
          rule,
          Seen.making(1.1).registers(10, 13),
          "the code takes 13 registers a work-item instead of 10, so that a unit holds 16 wavefronts"
              + " instead of 24");
      assertThat(rule.find(Seen.making(1.1).registers(10, 13).evidence()).get().cost())
          .isEqualTo(StrictMath.log(24.0 / 16));
    }

    @Test
    @DisplayName("is silent where more registers leave as much room")
    void silentWhereThereIsAsMuchRoom() {
      assertSilent(rule, Seen.making(1.1).registers(8, 10));
    }

    @Test
    @DisplayName("is silent where neither launch fills its own units: smaller groups, more of them")
    void silentWhereNeitherFillsItsUnits() {
      assertSilent(rule, Seen.making(0.8).registers(10, 13).shown("work_groups", 110, 70));
    }

    @Test
    @DisplayName("is silent where a launch has too few groups to fill the units")
    void silentWhereTheGridIsSmall() {
      assertSilent(rule, Seen.making(1.1).registers(10, 13).shown("work_groups", 32));
    }
  }

  @Nested
  class Units {
    private final Rule rule = new UnitsRule();

    @Test
    @DisplayName("speaks of the fullest unit's groups")
    void speaksOfTheFullestUnitsGroups() {
      assertSays(
          rule,
          Seen.making(0.8).set("unit.count", "24"),
          "24 units instead of 20: of the 256 work-groups of a launch the fullest has at least 11"
              + " instead of 13");
    }

    @Test
    @DisplayName("is silent where the fullest unit has as many groups: 32 on 20 units or on 24")
    void silentWhereTheFullestUnitHasAsMany() {
      assertSilent(rule, Seen.making(0.9).set("unit.count", "24").shown("work_groups", 32));
    }

    @Test
    @DisplayName("is silent where the group does not change how many units there are")
    void silentWhereTheUnitsStay() {
      assertSilent(rule, Seen.making(0.9).set("dram.clock", "2GHz"));
    }
  }

  @Nested
  class Clock {
    private final Rule rule = new ClockRule();

    @Test
    @DisplayName("speaks where kernels take as many cycles at another clock")
    void speaksWhereKernelsTakeAsManyCyclesAtAnotherClock() {
      assertSays(
          rule,
          Seen.making(0.966).set("clock.compute", "880MHz").shown("cycles.kernels", 1000, 1002),
          "the kernels take as many cycles, at 880 MHz instead of 850 MHz");
    }

    @Test
    @DisplayName(
        "is silent where cycles grow with the clock: what waits for memory has its own time")
    void silentWhereCyclesGrow() {
      assertSilent(
          rule,
          Seen.making(0.99).set("clock.compute", "880MHz").shown("cycles.kernels", 1000, 1030));
    }

    @Test
    @DisplayName("is silent where the clock stays")
    void silentWhereTheClockStays() {
      assertSilent(rule, Seen.making(0.9).set("unit.count", "24"));
    }
  }

  @Nested
  class Counts {
    private final Rule bundles = new CountRule(".bundles", "bundles");
    private final Rule bytes = new CountRule("dram.bytes", "bytes of DRAM", "dram.busy", 0.2);

    @Test
    @DisplayName("speaks of bundles where there are more, whatever the family calls them")
    void speaksOfBundles() {
      assertSays(
          bundles,
          Seen.making(1.2).shown("any.bundles", 1000, 1240),
          "1.24 times the bundles (1,240 instead of 1,000)");
    }

    @Test
    @DisplayName("is silent about bundles where there are as many: 747,520 and 749,568")
    void silentAboutEqualBundles() {
      assertSilent(bundles, Seen.making(1.1).shown("any.bundles", 747_520, 749_568));
    }

    @Test
    @DisplayName("speaks of bytes where DRAM is busy, and is silent about them where it is not")
    void bytesOfABusyBus() {
      Seen more = Seen.making(1.2).shown("dram.bytes", 1000, 1500);
      assertSilent(bytes, more.shown("dram.busy", 0.02));
      assertSays(
          bytes,
          more.shown("dram.busy", 0.5),
          "1.50 times the bytes of DRAM (1,500 instead of 1,000)");
    }
  }

  @Nested
  class Hits {
    private final Rule l2 = HitsRule.cache("l2.", "L2");
    private final Rule rows = HitsRule.rows();

    private static Seen lookups(Seen seen) {
      return seen.shown("l2.lookups", 10_000);
    }

    @Test
    @DisplayName("speaks of a hit rate that fell where units wait for memory")
    void speaksOfHits() {
      assertSays(
          l2,
          lookups(Seen.making(1.2)).shown("l2.hits", 9000, 8000),
          "80.0 % of the lookups in the L2 hit instead of 90.0 %");
    }

    @Test
    @DisplayName("is silent where the rate is the same to a point, or hardly anything waits")
    void silentWhereTheRateStays() {
      assertSilent(l2, lookups(Seen.making(1.2)).shown("l2.hits", 9000, 8950));
      assertSilent(
          l2,
          lookups(Seen.making(1.2))
              .shown("l2.hits", 9000, 8000)
              .shown("causes.memory_latency", 100));
    }

    @Test
    @DisplayName("is silent where hardly anything is looked up")
    void silentWhereHardlyAnythingIsLookedUp() {
      assertSilent(l2, Seen.making(1.2).shown("l2.lookups", 50).shown("l2.hits", 45, 10));
    }

    @Test
    @DisplayName("speaks of rows where DRAM is busy, and is silent about them where it is not")
    void rowsOfABusyBus() {
      Seen seen =
          Seen.making(1.3).shown("dram.row_hits", 800, 500).shown("dram.accesses", 1000, 1000);
      assertSilent(rows, seen.shown("dram.busy", 0.016));
      assertSays(
          rows,
          seen.shown("dram.busy", 0.4),
          "50.0 % of DRAM's accesses find their row open instead of 80.0 %");
    }
  }

  @Nested
  class Conflicts {
    private final Rule rule = new ConflictsRule();

    @Test
    @DisplayName("speaks where bank conflicts take more of local memory's time")
    void speaksWhereBankConflictsTakeMoreOfLocalMemorysTime() {
      assertSays(
          rule,
          Seen.making(1.3).shown("lds.cycles", 1000, 1500).shown("lds.conflict_cycles", 0, 500),
          "bank conflicts are 33.3 % of local memory's cycles instead of 0.0 %");
    }

    @Test
    @DisplayName("is silent where there are next to none, however many times as many")
    void isSilentWhereThereAreNextToNone() {
      assertSilent(
          rule,
          Seen.making(1.3).shown("lds.cycles", 1000, 1500).shown("lds.conflict_cycles", 1, 20));
    }
  }

  @Nested
  class Bandwidth {
    private final Rule rule = new BandwidthRule();

    @Test
    @DisplayName("speaks where DRAM is busy and moves more at most")
    void speaksWhereDramIsBusyAndMovesMoreAtMost() {
      assertSays(
          rule,
          Seen.making(0.7).set("dram.clock", "1500MHz").shown("dram.busy", 0.8, 0.75),
          "DRAM moves 150 GB/s at most instead of 100 GB/s, and is busy for 75.0 % of the time"
              + " instead of 80.0 %");
    }

    @Test
    @DisplayName("is silent where DRAM is idle, and where another group's figures changed")
    void isSilentWhereDramIsIdle() {
      assertSilent(rule, Seen.making(0.7).set("dram.clock", "1500MHz").shown("dram.busy", 0.1));
      assertSilent(rule, Seen.making(0.7).set("unit.count", "24").shown("dram.busy", 0.8));
    }
  }

  @Nested
  class Latency {
    private final Rule rule = new LatencyRule();

    @Test
    @DisplayName("speaks where units wait longer for a longer latency")
    void speaksWhereUnitsWaitLongerForALongerLatency() {
      assertSays(
          rule,
          Seen.making(1.3)
              .set("dram.latency", "800cycles")
              .shown("causes.memory_latency", 5000, 8000),
          "dram.latency is 800 cycles instead of 500 cycles, and issue ports wait for data for 1.60"
              + " times the cycles");
    }

    @Test
    @DisplayName("is silent where units wait no longer, or less")
    void isSilentWhereUnitsWaitNoLonger() {
      assertSilent(rule, Seen.making(1.3).set("dram.latency", "800cycles"));
      assertSilent(
          rule,
          Seen.making(1.3)
              .set("dram.latency", "800cycles")
              .shown("causes.memory_latency", 5000, 4000));
      assertSilent(rule, Seen.making(1.3).shown("causes.memory_latency", 5000, 8000));
      assertSilent(rule, Seen.making(0.7).shown("causes.memory_latency", 8000, 5000));
    }
  }

  @Nested
  class Waiting {
    private final Rule rule = new WaitingRule();

    @Test
    @DisplayName("speaks of what a memory instruction makes ports wait, where that grew")
    void speaksOfWhatAMemoryInstructionMakesPortsWait() {
      assertSays(
          rule,
          Seen.making(1.25).shown("memory.requests", 10).shown("causes.memory_latency", 5000, 7500),
          "a memory instruction keeps issue ports waiting for 1.50 times the cycles (750 instead of"
              + " 500)");
    }

    @Test
    @DisplayName("speaks of the change made first, where other figures hide it when made last")
    void speaksOfTheChangeMadeFirst() {
      assertSays(
          rule,
          Seen.making(1.25)
              .shown("memory.requests", 10)
              .shown("causes.memory_latency", 5000, 7500)
              .firstAlone(),
          "a memory instruction keeps issue ports waiting for 1.50 times the cycles (750 instead of"
              + " 500, where this is changed before all else)");
    }

    @Test
    @DisplayName("is silent where ports hardly wait for data, wait less, or nobody asks memory")
    void isSilentWherePortsHardlyWaitForData() {
      Seen grown = Seen.making(1.25).shown("causes.memory_latency", 5000, 7500);
      assertSilent(rule, grown);
      assertSilent(rule, grown.shown("memory.requests", 10).shown("causes.issued", 100_000));
      assertSilent(
          rule,
          Seen.making(1.25)
              .shown("memory.requests", 10)
              .shown("causes.memory_latency", 7500, 5000));
      assertSilent(rule, Seen.making(1.25).shown("memory.requests", 10));
    }
  }

  @Nested
  class Lanes {
    private final Rule rule = new LanesRule();

    @Test
    @DisplayName("speaks of the share of active lanes: tiles of pixels in place of rows of them")
    void speaksOfActiveLanes() {
      Seen seen =
          Seen.making(0.87)
              .shown("lanes.active", 7_335_310)
              .shown("lanes.issued", 11_300_544, 9_739_712);
      assertSays(rule, seen, "75.3 % of a wavefront's lanes are active instead of 64.9 %");
      assertThat(rule.find(seen.evidence()).get().cost())
          .isEqualTo(StrictMath.log(9_739_712.0 / 11_300_544), within(1e-12));
    }

    @Test
    @DisplayName("is silent where lanes are as active, and where no lanes are counted")
    void silentWhereLanesAreAsActive() {
      assertSilent(
          rule, Seen.making(2).shown("lanes.active", 100, 202).shown("lanes.issued", 200, 400));
      assertSilent(rule, Seen.making(2));
    }
  }

  @Nested
  class Causes {
    private final Rule rule = new CausesRule();

    @Test
    @DisplayName("speaks of the cause of waiting that grew most where the time grew")
    void speaksOfTheCauseOfWaitingThatGrewMostWhereTheTimeGrew() {
      assertSays(
          rule,
          Seen.making(1.2).shown("causes.barrier", 1000, 3500).shown("causes.dependency", 100, 200),
          "issue ports spend 3.50 times the cycles on 'barrier'");
      assertSays(
          rule,
          Seen.making(1.2).shown("causes.barrier", 0, 2500),
          "issue ports spend cycles on 'barrier', where they spent none");
    }

    @Test
    @DisplayName("is silent where no cause grew with the time")
    void isSilentWhereNoCauseGrewWithTheTime() {
      assertSilent(rule, Seen.making(1.2));
      assertSilent(rule, Seen.making(1.2).shown("causes.barrier", 2500, 0));
      assertSilent(rule, Seen.making(1.2).shown("causes.barrier", 100, 150));
    }
  }
}
