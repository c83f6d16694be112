// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Short ifs without branches; CUDA Programming Guide 1.1: up to 4 instructions. */
class PredicationTest {
  private final Board board = new Board("gtx280");
  private final Board branching = new Board("gtx280", "compiler.predicated=0");

  /** An if of some additions under a condition of %r2, the thread. */
  private static Kernel guarded(String condition, int additions) {
    return Board.kernel(
        "",
        "mov.f32 %f1, %f0; setp."
            + condition
            + "; @%p1 bra END;"
            + "add.f32 %f1, %f1, %f0;".repeat(additions)
            + "END: st.global.f32 [%rd5], %f1;");
  }

  private static long instructions(Board on, Kernel kernel) {
    return on.run(kernel, 1, 32).get("machine_instructions");
  }

  @Test
  @DisplayName("up to four instructions are predicated, five are branched over")
  void upToFourInstructionsArePredicated() {
    Kernel four = guarded("lt.s32 %p1, %r2, 16", 4);
    assertThat(board.device.lower(four).assembly())
        .doesNotContain("joinat")
        .doesNotContain(" bra ");
    Kernel five = guarded("lt.s32 %p1, %r2, 16", 5);
    assertThat(board.device.lower(five).assembly()).contains("joinat").contains(" bra ");
  }

  @Test
  @DisplayName("a warp issues a predicated side whether all its lanes take it, some or none")
  void aWarpIssuesAPredicatedSideWhateverItsLanesTake() {
    long all = instructions(board, guarded("lt.s32 %p1, %r2, 0", 3));
    long some = instructions(board, guarded("lt.s32 %p1, %r2, 16", 3));
    long none = instructions(board, guarded("lt.s32 %p1, %r2, 32", 3));
    assertThat(some).isEqualTo(all);
    assertThat(none).isEqualTo(all);
    // With a branch: joinat and bra, then the side with a join where lanes disagree.
    assertThat(instructions(branching, guarded("lt.s32 %p1, %r2, 0", 3))).isEqualTo(all + 2);
    assertThat(instructions(branching, guarded("lt.s32 %p1, %r2, 16", 3))).isEqualTo(all + 3);
    assertThat(instructions(branching, guarded("lt.s32 %p1, %r2, 32", 3))).isEqualTo(all + 2 - 3);
  }

  @Test
  @DisplayName("a predicated side is not a divergent branch")
  void aPredicatedSideIsNoDivergentBranch() {
    Kernel kernel = guarded("lt.s32 %p1, %r2, 16", 3);
    assertThat(board.run(kernel, 2, 64).get("branch.divergent")).isZero();
    assertThat(branching.run(kernel, 2, 64).get("branch.divergent")).isEqualTo(2);
  }

  @Test
  @DisplayName("a side with a store accesses memory only where lanes take it")
  void aSideAccessesMemoryOnlyWhereLanesTakeIt() {
    Kernel kernel =
        Board.kernel("", "setp.ge.s32 %p1, %r2, 32; @%p1 bra END; st.global.f32 [%rd5], %f0; END:");
    Board.Run run = board.run(kernel, 1, 64);
    assertThat(run.get("memory.transactions")).isEqualTo(2); // two half-warps of the first warp
  }
}
