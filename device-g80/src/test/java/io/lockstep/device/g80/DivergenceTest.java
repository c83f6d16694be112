// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.testsupport.Branches;
import io.lockstep.testsupport.Branches.Way;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What branches, diverging and meeting again cost. */
class DivergenceTest {
  private static final int SIDE = 6; // operations
  private static final int FULL = 512; // threads: 16 warps hide every latency
  private static final int CLOCKS_OF_SLOT = 4 * FULL / 32;

  /** A board that issues one instruction at a time and predicates none. */
  private static Board slots() {
    return Board.withCodeAtHand("gtx280", "compiler.predicated=0", "issue.dual_multiply=0cycles");
  }

  /** Clocks of an if whose sides have so many operations. */
  private static double clocks(Board board, int threads, int notTaken, int taken, Way way) {
    long few = Branches.ifs(board.device, threads, 8, notTaken, taken, way);
    long many = Branches.ifs(board.device, threads, 24, notTaken, taken, way);
    return (many - few) / 16.0;
  }

  @Test
  @DisplayName("an if: compare, joinat and branch, then a side; the first side jumps to the end")
  void aUniformIfIssuesOneSide() {
    Board board = slots();
    assertThat(clocks(board, FULL, SIDE, SIDE, Way.ALL)).isEqualTo((3 + SIDE) * CLOCKS_OF_SLOT);
    assertThat(clocks(board, FULL, SIDE, SIDE, Way.NONE))
        .isEqualTo((3 + SIDE + 1) * CLOCKS_OF_SLOT);
  }

  @Test
  @DisplayName("a divergent if: both sides, the jump, and a join at the end of each side")
  void aDivergentIfIssuesBothSidesAndTwoJoins() {
    Board board = slots();
    assertThat(clocks(board, FULL, SIDE, SIDE, Way.ODD))
        .isEqualTo((3 + SIDE + 1 + SIDE + 2) * CLOCKS_OF_SLOT);
    assertThat(clocks(board, FULL, SIDE, 0, Way.ODD))
        .isEqualTo((3 + SIDE + 2) * CLOCKS_OF_SLOT); // nothing to jump over: no jump
  }

  @Test
  @DisplayName("lanes that leave a loop early are waited for, and cost one join")
  void lanesThatLeaveALoopEarlyCostOneJoin() {
    Board board = slots();
    long together = Branches.loop(board.device, FULL, SIDE, 20, 20);
    long apart = Branches.loop(board.device, FULL, SIDE, 10, 20);
    assertThat(apart - together).isEqualTo(CLOCKS_OF_SLOT);
  }

  @Test
  @DisplayName("a warp goes on issue.branch_latency after a branch, and after a jump")
  void aWarpGoesOnAfterTheLatencyOfABranch() {
    Board usual = new Board("gtx280", "issue.branch_latency=8cycles");
    Board longer = new Board("gtx280", "issue.branch_latency=32cycles");
    double taken = clocks(longer, 64, SIDE, SIDE, Way.ALL) - clocks(usual, 64, SIDE, SIDE, Way.ALL);
    double jumped =
        clocks(longer, 64, SIDE, SIDE, Way.NONE) - clocks(usual, 64, SIDE, SIDE, Way.NONE);
    assertThat(taken).isEqualTo(24);
    assertThat(jumped).isEqualTo(24 + 16); // 8 of the jump's hide behind the last result
  }
}
