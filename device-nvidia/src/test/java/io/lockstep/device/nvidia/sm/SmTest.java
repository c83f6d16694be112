// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.device.nvidia.code.PlainCode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Latencies and rates of instructions, by the time that more of the same code takes. */
class SmTest {
  private static final String[] NO_FETCH = {
    "l0.latency=0cycles", "instruction_cache.latency=0cycles"
  };
  private final Board dependent = new Board(new PlainCode(4, true), NO_FETCH);
  private final Board independent = new Board(new PlainCode(1, false), NO_FETCH);

  @Test
  @DisplayName("a stall count of 4 lets one warp issue every 4 clocks, and 8 warps share the pipe")
  void aStallCountSpacesTheInstructionsOfAWarp() {
    String line = "fma.rn.f32 %f1, %f1, %f1, %f0;";
    String before = "mov.f32 %f1, %f0;";
    assertThat(dependent.clocksPerLine(1, 32, before, line, "%f1")).isCloseTo(4, within(0.1));
    assertThat(dependent.clocksPerLine(1, 256, before, line, "%f1")).isCloseTo(4, within(0.1));
    assertThat(dependent.clocksPerLine(1, 512, before, line, "%f1")).isCloseTo(8, within(0.1));
  }

  @Test
  @DisplayName("a pipe of 16 lanes takes a warp every second clock")
  void aPipeTakesAWarpEverySecondClock() {
    String line = "fma.rn.f32 %f1, %f1, %f1, %f0;";
    assertThat(independent.clocksPerLine(1, 32, "mov.f32 %f1, %f0;", line, "%f1"))
        .isCloseTo(2, within(0.1));
  }

  @Test
  @DisplayName("a load that hits the first level answers after 33 clocks")
  void aLoadThatHitsAnswersAfter33Clocks() {
    String line = "ld.global.b32 %r6, [%rd4];";
    assertThat(dependent.clocksPerLine(1, 32, "mov.u32 %r6, %r5;", line, "%r6"))
        .isCloseTo(33, within(0.5));
  }

  @Test
  @DisplayName("words of a warp leave the first level one warp a clock")
  void theFirstLevelServesAWarpAClock() {
    String line = "ld.global.b32 %r6, [%rd4];";
    assertThat(independent.clocksPerLine(1, 1024, "mov.u32 %r6, %r5;", line, "%r6") / 32)
        .isCloseTo(1.0, within(0.03));
  }
}
