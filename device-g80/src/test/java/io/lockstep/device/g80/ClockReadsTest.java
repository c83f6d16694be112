// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Kernels that time themselves: the simulated clocks between their reads of the clock. */
class ClockReadsTest {
  private final Board board = Board.withCodeAtHand("gtx280");

  /** A chain of dependent MADs between two reads of the clock. */
  private static Kernel timed(int mads) {
    String work = "fma.rn.f32 %f1, %f1, %f1, %f0;\n".repeat(mads);
    return Board.storing(
        "mov.f32 %f1, %f0;\nmov.u32 %r20, %clock;\n"
            + work
            + "mov.u32 %r21, %clock;\nsub.u32 %r22, %r21, %r20;\ncvt.rn.f32.u32 %f2, %r22;\n"
            + "add.f32 %f1, %f1, %f2;",
        "%f1");
  }

  @Test
  @DisplayName(
      "ten more dependent MADs between two reads of the clock: ten more latencies of 24 clocks")
  void aChainTakesItsLatenciesBetweenTwoReads() {
    Board.Run run = board.run(timed(20), 1, 32);
    long less = board.run(timed(10), 1, 32).get("clock.cycles");
    assertThat(run.get("clock.reads")).isEqualTo(2);
    assertThat(run.get("clock.pairs")).isEqualTo(1);
    assertThat(run.get("clock.cycles")).isEqualTo(less + 10 * 24);
    assertThat(run.get("clock.span")).isEqualTo(run.get("clock.cycles"));
  }

  @Test
  @DisplayName("a launch's span is from the first block's first read to the last block's last")
  void theSpanIsOverAllBlocks() {
    Board.Run run = board.run(timed(10), 8, 32);
    long each = run.get("clock.cycles") / 8;
    assertThat(run.get("clock.pairs")).isEqualTo(8);
    // Blocks start 20.667 clocks apart (dispatch.group_interval), on multiprocessors of their own.
    assertThat(run.get("clock.span")).isBetween(each + 7 * 20, each + 7 * 21 + 4);
  }

  @Test
  @DisplayName("a warp whose lanes do not take the side that reads the clock does not read it")
  void predicatedReadsCountWhereALaneTakesThem() {
    Kernel branch =
        Board.storing(
            "setp.ge.s32 %p1, %r2, 32;\nmov.u32 %r20, 0;\n@%p1 bra over;\n"
                + "mov.u32 %r20, %clock;\nover:",
            "%r20");
    Board.Run run = board.run(branch, 1, 128);
    assertThat(run.get("clock.reads")).isEqualTo(1);
    assertThat(run.get("clock.pairs")).isZero();
  }

  @Test
  @DisplayName("a kernel that reads no clock has none of this")
  void withoutReadsThereIsNoSpan() {
    Board.Run run = board.run(Board.storing("mov.f32 %f1, %f0;", "%f1"), 1, 32);
    assertThat(run.get("clock.reads")).isZero();
    assertThat(run.get("clock.span")).isZero();
  }
}
