// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads that say which caches they use, each behind the one before; %r1 is zero. */
class CacheOperatorsTest {
  private static final String THEN =
      "and.b32 %r6, %r6, %r1;\nmul.wide.u32 %rd9, %r6, 4;\nadd.s64 %rd4, %rd4, %rd9;\n";

  private static double clocks(String device, String before, String load) {
    Board board = new Board(device, "l2.partitions=1");
    return board.clocksPerLine(1, 1, before, load + ".b32 %r6, [%rd4];\n" + THEN, "%r6");
  }

  /** The published latencies of the first level and of the second. */
  @ParameterizedTest
  @CsvSource({
    "ld.global, 33",
    "ld.global.ca, 33",
    "ld.global.cs, 33",
    "ld.global.lu, 33",
    "ld.global.L1::evict_first, 33",
    "ld.global.cg, 206",
    "ld.global.cv, 206",
    "ld.global.L1::no_allocate, 206"
  })
  void haveTheLatencyOfTheLevelThatTheyName(String load, double latency) {
    assertThat(clocks("a100", "", load)).isBetween(latency - 5, latency + 20);
  }

  /** One machine instruction for each pair, by ptxas 13 for 7.5, 8.0 and 9.0. */
  @ParameterizedTest
  @ValueSource(strings = {"t4", "a100", "h100_sxm", "rtx4090"})
  void thatPassTheFirstLevelTakeTheTimeOfOrderedOnes(String device) {
    double relaxed = clocks(device, "", "ld.relaxed.gpu.global");
    assertThat(clocks(device, "", "ld.global.cg")).isEqualTo(relaxed);
    assertThat(clocks(device, "", "ld.global.cv"))
        .isEqualTo(clocks(device, "", "ld.volatile.global"))
        .isEqualTo(relaxed);
  }

  @Test
  void thatAllocateNothingReadWhatTheFirstLevelHas() {
    String before = "ld.global.ca.b32 %r6, [%rd4];\n" + THEN;
    assertThat(clocks("a100", before, "ld.global.L1::no_allocate")).isBetween(28.0, 53.0);
    assertThat(clocks("a100", before, "ld.global.cg")).isBetween(201.0, 226.0);
  }
}
