// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.core.engine.Simulation;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.cache.policy.ReadOnly;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.transaction.MemoryListener;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.transaction.MemoryUnitConfig;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.spi.stats.Totals;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemorySystemTest {
  private static Rig run(Rig.Shape shape, long seed, int instructions) {
    Rig rig = new Rig(Simulation.builder().build(), shape, seed, instructions);
    finish(rig, instructions);
    return rig;
  }

  private static void finish(Rig rig, int instructions) {
    assertThat(rig.simulation.run()).isEqualTo(Simulation.Status.DONE);
    for (Rig.Driver d : rig.drivers) {
      assertThat(d.issued).as(rig.simulation.diagnosis()).isEqualTo(instructions);
      assertThat(d.completed).as(rig.simulation.diagnosis()).isEqualTo(instructions);
      assertThat(d.drainedAt).as(rig.simulation.diagnosis()).isPositive();
    }
    rig.check();
  }

  @ParameterizedTest
  @CsvSource({
    "false,false,false",
    "true,false,false",
    "false,true,false",
    "true,true,false",
    "true,true,true",
    "false,false,true"
  })
  void neitherDeadlocksNorLosesAtSmallestCapacities(boolean l1, boolean l2, boolean mall) {
    run(Rig.smallest(l1, l2, mall), 3, 150);
  }

  @Property(tries = 60)
  void everyInstructionIsCompletedOnce(
      @ForAll long seed,
      @ForAll boolean l1,
      @ForAll boolean l2,
      @ForAll boolean mall,
      @ForAll @IntRange(min = 1, max = 6) int capacity,
      @ForAll @IntRange(min = 1, max = 3) int parts) {
    run(
        new Rig.Shape(
            4,
            parts,
            l1,
            l2,
            mall,
            32,
            capacity,
            capacity,
            capacity,
            2 * capacity,
            256,
            parts,
            2 * parts,
            capacity),
        seed,
        60);
  }

  @ParameterizedTest
  @CsvSource({"true,true,true", "true,true,false", "false,false,false"})
  void tiesMayBePermuted(boolean l1, boolean l2, boolean mall) {
    String expected = run(Rig.usual(l1, l2, mall), 9, 200).results();
    for (long shuffle = 1; shuffle <= 4; shuffle++) {
      Rig rig =
          new Rig(
              Simulation.builder().shuffleTies(shuffle).build(), Rig.usual(l1, l2, mall), 9, 200);
      finish(rig, 200);
      assertThat(rig.results()).isEqualTo(expected);
    }
  }

  @Test
  void bandwidthIsNeverExceeded() {
    Rig rig = run(Rig.usual(false, true, false), 11, 400);
    long ticks = rig.simulation.now();
    // every driver's link: 16 bytes a tick
    assertThat(rig.memory.readBytes()).isLessThanOrEqualTo(5 * 16 * ticks);
    long dram = 0;
    for (int c = 0; c < rig.memory.channels(); c++) {
      dram += rig.memory.channel(c).readBytes() + rig.memory.channel(c).writeBytes();
    }
    // four channels of 12.8 bytes a nanosecond
    assertThat(dram * 10).isLessThanOrEqualTo(4 * 128 * ticks);
    assertThat(rig.memory.heldBack()).isPositive();
  }

  @Test
  void figuresComeByName() {
    Rig rig = run(Rig.usual(true, true, true), 2, 100);
    Map<String, Long> counts = new TreeMap<>();
    rig.memory.statistics(
        rig.simulation.now(),
        rig.simulation.now(),
        rig.memory.quiet(),
        new StatisticsSink() {
          @Override
          public void count(String name, long value) {
            counts.put(name, value);
          }

          @Override
          public void ratio(String name, long numerator, long denominator) {
            counts.put(name, numerator * 1000 / Math.max(1, denominator));
          }
        });
    assertThat(counts.get("l2.hits")).isBetween(1L, counts.get("l2.lookups"));
    assertThat(counts.get("mall.hits")).isBetween(1L, counts.get("mall.lookups"));
    assertThat(counts.get("dram.busy")).isBetween(1L, 1000L);
    assertThat(counts.get("dram.reads") + counts.get("dram.writes"))
        .isEqualTo(counts.get("dram.bytes") / 32);
    Totals totals = new Totals();
    CacheStatistics.L1.write(rig.drivers.get(0).unit.cache(), totals);
    assertThat(totals.get("l1.hits")).isBetween(1L, totals.get("l1.lookups"));
    assertThat(rig.drivers.get(0).unit.transactions()).isPositive();
    rig.memory.resetCounters();
    rig.drivers.get(0).unit.resetCounters();
    rig.check();
    assertThat(rig.memory.requests() + rig.memory.writtenBytes()).isZero();
  }

  @Test
  void bytesOfSingleSlicesAndChannelsAddUpAndOneBusyChannelIsImbalance() {
    Rig rig = run(Rig.usual(true, true, true), 2, 100);
    Totals all = new Totals();
    long now = rig.simulation.now();
    rig.memory.statistics(now, now, rig.memory.quiet(), all);
    Totals each = new Totals();
    rig.memory.eachInstance(each);
    for (String name : List.of("channel/dram.bytes", "slice/l2.bytes", "slice/mall.bytes")) {
      String[] part = name.split("/");
      long sum = 0;
      for (int i = 0; each.has(part[0] + "[" + i + "]." + part[1]); i++) {
        sum += each.get(part[0] + "[" + i + "]." + part[1]);
      }
      assertThat(sum).as(name).isPositive().isEqualTo(all.get(part[1]));
    }
    assertThat(all.get("dram.busiest_bytes"))
        .isBetween(all.get("dram.bytes"), all.get("dram.bytes") * rig.memory.channels());
    assertThat(all.get("l2.bytes"))
        .isEqualTo(all.get("l2.bytes_read") + all.get("l2.bytes_written"));
  }

  /** One unit, one driver-less simulation: latencies by hand. */
  private static final class One implements MemoryListener {
    final Simulation simulation = Simulation.builder().build();
    final Cluster cluster;
    final MemoryUnit unit;
    final MemorySide side;
    long completedAt = -1;

    One(boolean l1, boolean l2, boolean mall) {
      Rig.Shape shape = Rig.usual(l1, l2, mall);
      side =
          new MemorySide(
              simulation.partition("front"), Rig.side(shape, 256), new Rig.Map(4, 4, 256));
      cluster = new Cluster(simulation.partition("c"));
      unit = new MemoryUnit(cluster, "unit", 0, Rig.unit(shape), side, this);
    }

    long read(long address, int bytes) {
      long now = simulation.now();
      int token = unit.begin(1);
      unit.read(now, token, address, bytes);
      return end(token, now);
    }

    long end(int token, long now) {
      long end = unit.end(token);
      if (end == MemoryUnit.PENDING) {
        completedAt = -1;
        simulation.run();
        end = completedAt;
      }
      simulation.runUntil(Math.max(end, simulation.now()) + 1000);
      return end - now;
    }

    @Override
    public void completed(int owner, int token, long tick) {
      completedAt = tick;
    }

    @Override
    public void accepting(long tick) {}

    @Override
    public void drained(long tick) {}
  }

  // without a first level: header 8 / 32 per tick 1, network 10; back: (64 + 8) / 16 = 5, network
  // 12
  private static final int OUT = 1 + 10;
  private static final int BACK = 5 + 12;

  @Test
  void whatDoesNotFitAMessageIsAnErrorOfWhoeverGivesIt() {
    One one = new One(false, true, false);
    int token = one.unit.begin(1);
    assertThatThrownBy(() -> one.unit.read(0, token, 1L << 48, 4))
        .hasMessage("unit: address 0x1000000000000 is beyond 48 bits");
    assertThatThrownBy(() -> one.unit.read(0, token, -4, 4)).hasMessageContaining("beyond 48 bits");
    assertThatThrownBy(() -> one.unit.atomics(0, token, 64, 132, 1))
        .hasMessage("unit: atomics on 132 bytes");
    one.unit.read(0, token, (1L << 48) - 4, 4);
    assertThat(one.end(token, 0)).isPositive();
  }

  @Test
  void aHitInTheFirstLevelNeedsNoEvent() {
    One one = new One(true, true, false);
    one.read(64, 64);
    long events = one.simulation.events();
    int token = one.unit.begin(1);
    one.unit.read(one.simulation.now(), token, 64, 64);
    assertThat(one.unit.end(token)).isEqualTo(one.simulation.now() + 30);
    assertThat(one.simulation.events()).isEqualTo(events);
  }

  @Test
  void latenciesAddUp() {
    One one = new One(false, true, false);
    // slice 64 / 64 = 1; DRAM closed bank: 12 + 10 + 10 clocks of 1.25 ns and 8 bursts' half: 64
    // bytes are 8 beats; 20 + 24 + 8 = 52 beats of 0.625 ns from the next beat on
    long miss = one.read(64, 64);
    long dram = (52 * 625 + 999) / 1000;
    assertThat(miss).isBetween(OUT + dram + 9 + 20 + BACK, OUT + 2 + dram + 9 + 20 + BACK);
    // the hit: transfer 1, 20
    assertThat(one.read(64, 64)).isEqualTo(OUT + 1 + 20 + BACK);
  }

  @Test
  void aMemorySideCacheAnswersWithoutDram() {
    One one = new One(false, false, true);
    one.read(64, 64);
    long reads = one.side.channel(0).reads();
    // slice 1, transfer 64 / 32 = 2, 40, back to the slice 9, 20
    assertThat(one.read(64, 64)).isEqualTo(OUT + 1 + 2 + 40 + 9 + 20 + BACK);
    assertThat(one.side.channel(0).reads()).isEqualTo(reads);
  }

  @Test
  void atomicsOnOnePlaceSerialise() {
    One one = new One(true, true, false);
    one.read(0, 64);
    long first = atomic(one, 1);
    long many = atomic(one, 10);
    assertThat(many - first).isEqualTo(9 * 7); // the operations at 1 a tick are hidden
    assertThat(one.side.atomicOperations()).isEqualTo(11);
  }

  private static long atomic(One one, int operations) {
    long now = one.simulation.now();
    int token = one.unit.begin(1);
    one.unit.atomic(now, token, 0, 4, operations);
    return one.end(token, now);
  }

  @Test
  void neighbouringMissesTravelAsOneRequest() {
    One one = new One(true, true, false);
    int token = one.unit.begin(1);
    long now = one.simulation.now();
    for (int k = 0; k < 4; k++) {
      one.unit.read(now, token, 1024 + 64L * k, 64);
    }
    one.end(token, now);
    assertThat(one.unit.requests()).isEqualTo(1);
    assertThat(one.side.channel(0).reads()).isEqualTo(2); // a fetch for each line of 128
    one.unit.invalidate();
    assertThat(one.unit.cache().holds(1024, 64)).isFalse();
    assertThat(one.unit.instructions()).isEqualTo(1);
    assertThat(one.unit.toString()).startsWith("unit");
  }

  @Test
  void kernelStartsEmptySlicesWhereConfigured() {
    One one = new One(false, true, false);
    one.read(64, 64);
    one.side.kernelStarts(); // not configured
    assertThat(one.side.sliceCache(0).holds(64, 64)).isTrue();
  }

  @Test
  void misuseIsFound() {
    One one = new One(true, true, false);
    assertThatThrownBy(() -> one.unit.read(0, MemoryUnit.NO_TOKEN, 0, 4))
        .hasMessageContaining("a read without a waiting instruction");
    for (int i = 0; i < 12; i++) {
      one.unit.begin(i);
    }
    assertThat(one.unit.canAccept()).isFalse();
    assertThatThrownBy(() -> one.unit.begin(12)).hasMessageContaining("canAccept");
    assertThatThrownBy(() -> one.unit.check()).hasMessageContaining("12 instructions");
    Figures figures =
        Figures.of(
            Map.ofEntries(
                Map.entry("memory.instructions", 1L),
                Map.entry("memory.outstanding", 1L),
                Map.entry("memory.queue", 4L),
                Map.entry("memory.credits", 1L),
                Map.entry("network.header", 8L),
                Map.entry("l1.size", 1024L),
                Map.entry("l1.line", 64L),
                Map.entry("l1.sector", 16L),
                Map.entry("l1.ways", 4L),
                Map.entry("l1.misses", 2L),
                Map.entry("l1.merges", 1L),
                Map.entry("l1.interval", 1L),
                Map.entry("l1.latency", 0L),
                Map.entry("l1.miss_latency", 0L),
                Map.entry("l1.return_latency", 0L)));
    MemoryUnitConfig.Builder few =
        MemoryUnitConfig.of(figures, "memory.").cached("l1.", new ReadOnly(), 0);
    assertThatThrownBy(few::build).hasMessageContaining("4 sectors");
    MemoryUnitConfig.Builder odd = MemoryUnitConfig.of(figures, "memory.").combining(100);
    assertThatThrownBy(odd::build).hasMessageContaining("100");
  }
}
