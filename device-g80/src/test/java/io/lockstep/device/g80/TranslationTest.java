// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The reach of a multiprocessor's translations: 16 of 512 KiB (Wong et al. 2010, as recalled). */
class TranslationTest {
  private static final int FRAGMENT = 512 << 10;
  private static final int PASSES = 4;

  /** A chain of loads that visits fragments in turn, a word of each, over and over. */
  private static Kernel visiting(int fragments) {
    String step =
        "ld.global.u32 %r6, [%rd6]; cvt.u64.u32 %rd7, %r6; add.s64 %rd6, %rd6, %rd7;"
            + " add.s64 %rd6, %rd6, "
            + FRAGMENT
            + ";\n";
    String back = "sub.s64 %rd6, %rd6, " + (long) fragments * FRAGMENT + ";\n";
    String passes = (step.repeat(fragments) + back).repeat(PASSES);
    return Board.kernel("", "mov.u64 %rd6, %rd1;\n" + passes + "st.global.u32 [%rd1], %r6;");
  }

  private static Board.Run run(int fragments, String... overrides) {
    return Board.withCodeAtHand("gtx280", overrides)
        .run(visiting(fragments), 1, 1, 0, 20L * FRAGMENT, null);
  }

  @Test
  @DisplayName("8 MiB visited again hit; half a MiB more makes each visit a miss")
  void eightMebibytesAreInReach() {
    assertThat(run(16).get("translation.misses")).isEqualTo(16);
    assertThat(run(17).get("translation.misses")).isBetween(17L * PASSES, 17L * PASSES + 1);
  }

  @Test
  @DisplayName("each miss of a chain takes translation.latency; 0 clocks switch that off")
  void aMissTakesItsLatency() {
    Board.Run at125 = run(17, "translation.latency=125cycles");
    Board.Run off = run(17, "translation.latency=0cycles");
    assertThat(at125.clocks() - off.clocks()).isBetween(17L * PASSES * 124, 17L * PASSES * 127);
  }
}
