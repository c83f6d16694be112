// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.policy.WriteBack;
import io.lockstep.parts.memory.spec.L2Config;
import io.lockstep.parts.rate.Rate;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.stats.Totals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SlicesTest {
  private final List<String> evicted = new ArrayList<>();

  /** Two slices of lines of 64 bytes with sectors of 32, blocks of 256. */
  private Slices slices(boolean cached, int misses) {
    return slices(cached, misses, 0);
  }

  /** With a limited rate of fills, unless it is 0. */
  private Slices slices(boolean cached, int misses, long fill) {
    return slices(cached, misses, fill, Map.of());
  }

  private Slices slices(boolean cached, int misses, long fill, Map<String, Long> others) {
    Map<String, Long> values =
        new HashMap<>(
            Map.ofEntries(
                Map.entry("l2.size", 2048L),
                Map.entry("l2.line", 64L),
                Map.entry("l2.sector", 32L),
                Map.entry("l2.ways", 4L),
                Map.entry("l2.misses", (long) misses),
                Map.entry("l2.merges", 1L),
                Map.entry("l2.read", 64_000L),
                Map.entry("l2.write", 32_000L),
                Map.entry("l2.fill", fill),
                Map.entry("l2.hit", 10L),
                Map.entry("dram.request_latency", 20L),
                Map.entry("memory.backlog", 16L),
                Map.entry("atomics.lanes", 1L),
                Map.entry("atomics.interval", 1L),
                Map.entry("atomics.same_address", 4L)));
    values.putAll(others);
    Figures figures = Figures.of(values);
    Optional<CacheConfig> cache =
        cached
            ? Optional.of(CacheConfig.ofSlice(figures, "l2.", new WriteBack(), 256, 2))
            : Optional.empty();
    L2Config config = L2Config.of(figures, "l2.", cache, Rate.perTick(1));
    return new Slices(config, 2, 256, (s, address, bytes) -> evicted.add(address + "+" + bytes));
  }

  @Test
  @DisplayName("reads and writes have ports of their own, each slice its own")
  void readsAndWritesHavePortsOfTheirOwnEachSliceItsOwn() {
    Slices slices = slices(true, 8);
    assertThat(slices.book(0, false, 100, 128)).isEqualTo(102);
    assertThat(slices.book(0, false, 100, 128)).isEqualTo(104);
    assertThat(slices.backlog(0, false, 100)).isEqualTo(4);
    assertThat(slices.book(0, true, 100, 128)).isEqualTo(104);
    assertThat(slices.backlog(0, true, 101)).isEqualTo(3);
    assertThat(slices.backlog(1, false, 100)).isNotPositive();
  }

  @Test
  @DisplayName("a block's bytes are cut at its lines: filled, dropped and written line by line")
  void aBlocksBytesAreCutAtItsLinesFilledDroppedAndWrittenLineBy() {
    Slices slices = slices(true, 8);
    assertThat(slices.partOfLine(0x1030, 0x1100)).isEqualTo(16);
    assertThat(slices.partOfLine(0x1040, 0x1050)).isEqualTo(16);
    slices.fill(0, 0x1000, 256, 70);
    for (int line = 0; line < 4; line++) {
      assertThat(slices.read(0, 0x1000 + 64 * line, 64)).isTrue();
      assertThat(slices.ready(0, 0)).isEqualTo(70);
      assertThat(slices.holds(1, 0x1000 + 64 * line, 64)).as("the other slice").isFalse();
    }
    slices.drop(0, 0x1040, 128);
    assertThat(slices.holds(0, 0x1000, 64)).isTrue();
    assertThat(slices.holds(0, 0x1040, 32)).isFalse();
    assertThat(slices.holds(0, 0x1080, 32)).isFalse();
    assertThat(slices.holds(0, 0x10C0, 64)).isTrue();
    slices.write(1, 0x2000, 256);
    slices.invalidate();
    assertThat(evicted).containsExactlyInAnyOrder("8192+64", "8256+64", "8320+64", "8384+64");
    assertThat(slices.holds(0, 0x1000, 64)).isFalse();
  }

  @Test
  @DisplayName("bytes that touch three sectors need three entries")
  void missEntries() {
    Slices slices = slices(true, 8);
    for (int i = 0; i < 5; i++) {
      slices.await(0, 0x4000 + 32 * i, i);
    }
    assertThat(slices.hasMissEntries(0, 0x1010, 80)).isTrue();
    assertThat(slices.hasMissEntries(0, 0x1010, 81)).as("a fourth sector").isFalse();
    assertThat(slices.hasMissEntries(1, 0x1010, 81)).as("the other slice").isTrue();
    assertThatThrownBy(slices::check).hasMessage("memory: slice 0 has sectors outstanding");
    int waiter = slices.release(0, 0x4020);
    assertThat(slices.request(0, waiter)).isEqualTo(1);
    assertThat(slices.following(0, waiter)).isNegative();
    assertThat(slices.hasMissEntries(0, 0x1010, 81)).isTrue();
  }

  @Test
  @DisplayName("slices without a cache book transfers and hold nothing")
  void slicesWithoutACacheBookTransfersAndHoldNothing() {
    Slices slices = slices(false, 0);
    assertThat(slices.haveCaches()).isFalse();
    assertThat(slices.isWriteBack()).isFalse();
    assertThat(slices.cache(0)).isNull();
    slices.drop(0, 0, 256);
    slices.invalidate();
    slices.check();
    assertThat(slices.book(1, false, 0, 64)).isEqualTo(1);
    assertThat(slices(true, 8).haveCaches()).isTrue();
  }

  @Test
  @DisplayName("fewer miss entries than a block has sectors could never serve it")
  void tooFew() {
    assertThatThrownBy(() -> slices(true, 7))
        .hasMessage("a slice has fewer miss entries than a block has sectors");
  }

  @Test
  @DisplayName(
      "a line of 128 bytes takes two clocks of a fill port of 64 bytes (CDNA 3 white paper)")
  void aLineTakesTwoClocksOfTheFillPort() {
    Slices limited = slices(true, 8, 64_000);
    long last = 0;
    for (int line = 0; line < 100; line++) {
      last = limited.takesIn(0, 1600, 1600, 128);
    }
    assertThat(last).isEqualTo(1800);
    assertThat(limited.takesIn(1, 1600, 1600, 128)).as("another slice").isEqualTo(1602);
    assertThat(slices(true, 8).takesIn(0, 1600, 1600, 128)).as("no limit").isEqualTo(1600);
  }

  private static Totals lookUps(Slices slices) {
    Totals totals = new Totals();
    MemorySideStatistics.lookUps(slices, totals);
    return totals;
  }

  @Test
  @DisplayName("look-ups are sectors of reads, writes and atomics, those of units apart from all")
  void lookUpsOfUnitsAndOfAll() {
    Slices slices = slices(true, 8, 0, Map.of("l2.partitions", 2L));
    slices.fill(0, 0x1000, 64, 0);
    slices.read(0, 0x1000, 64); // two sectors hit
    slices.read(0, 0x1080, 32); // one misses here,
    slices.readFar(1, 0x1080); // and at its home
    slices.readFar(0, 0x1020); // a far one hits
    slices.wrote(0x2010, 32, true); // two sectors
    slices.atomic(0x3000, 4, true);
    Totals totals = lookUps(slices);
    assertThat(totals.get("l2.reads")).isEqualTo(3);
    assertThat(totals.get("l2.writes")).isEqualTo(2);
    assertThat(totals.get("l2.atomics")).isEqualTo(1);
    assertThat(totals.get("l2.lookups")).isEqualTo(6);
    assertThat(totals.get("l2.hits")).isEqualTo(4);
    assertThat(totals.get("l2.far_lookups")).isEqualTo(2);
    assertThat(totals.get("l2.all_lookups")).isEqualTo(8);
    assertThat(totals.get("l2.all_hits")).isEqualTo(5);
    assertThat(totals.get("l2.all_reads")).isEqualTo(5);
  }

  @Test
  @DisplayName("slices without caches have no look-ups, without partitions none of others")
  void lookUpsThatThereAre() {
    assertThat(lookUps(slices(false, 0)).has("l2.lookups")).isFalse();
    Totals totals = lookUps(slices(true, 8));
    assertThat(totals.has("l2.lookups")).isTrue();
    assertThat(totals.has("l2.all_lookups")).isFalse();
  }
}
