// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The order of blocks, and of a branch's test among other instructions. */
class CodeOrderTest {
  private static final String SUMS = "add.f32 %f1, %f1, %f0;";

  private final Board board = new Board("gtx280");

  private static long instructions(Board on, Kernel kernel, int threads) {
    return on.run(kernel, 1, threads).get("machine_instructions");
  }

  private static List<String> labels(Board on, Kernel kernel) {
    return on.device.lower(kernel).assembly().lines().filter(l -> l.startsWith("B")).toList();
  }

  /** An if whose side lies at the kernel's end, behind the place where the sides meet. */
  private static Kernel sideAtTheEnd() {
    return Board.kernel(
        "",
        "mov.f32 %f1, %f0; setp.lt.s32 %p1, %r2, 16; @%p1 bra SIDE;"
            + "MEET: st.global.f32 [%rd5], %f1; ret; SIDE: "
            + SUMS.repeat(6)
            + "bra MEET;");
  }

  @Test
  @DisplayName("a side stands before the place where the sides meet: no branch back")
  void aSideStandsBeforeTheMeetingPlace() {
    assertThat(labels(board, sideAtTheEnd())).containsExactly("B0:", "B2:", "B1:");
    Board portable = new Board("gtx280", "compiler.without=layout");
    assertThat(labels(portable, sideAtTheEnd())).containsExactly("B0:", "B1:", "B2:");
    assertThat(instructions(board, sideAtTheEnd(), 32))
        .isEqualTo(instructions(portable, sideAtTheEnd(), 32) - 1);
  }

  @Test
  @DisplayName("a loop's blocks stand together, its test last: a trip has one branch back")
  void aLoopStandsInOnePieceWithItsTestLast() {
    Board portable = new Board("gtx280", "compiler.without=layout");
    assertThat(labels(board, scattered(9)))
        .containsExactly("B0:", "B1:", "B4:", "B3:", "B5:", "B2:");
    assertThat(tripOfScattered(board)).isEqualTo(tripOfScattered(portable) - 1);
  }

  private static long tripOfScattered(Board on) {
    return (instructions(on, scattered(19), 32) - instructions(on, scattered(9), 32)) / 10;
  }

  /** A loop whose test lies before its body, which enters it. */
  private static Kernel scattered(int trips) {
    return Board.kernel(
        "",
        "mov.f32 %f1, %f0; mov.u32 %r6, 0; setp.gt.f32 %p2, %f0, 0f7f000000; @%p2 bra END; bra BODY;"
            + "END: st.global.f32 [%rd5], %f1; ret; NEXT: bra BODY; BODY: "
            + SUMS
            + "add.s32 %r6, %r6, 1; setp.lt.s32 %p1, %r6, "
            + trips
            + "; @%p1 bra NEXT; bra END;");
  }

  @Test
  @DisplayName("what follows a loop stands behind all its blocks, where it is left early, too")
  void whatFollowsALoopStandsBehindIt() {
    String body =
        "mov.f32 %f1, %f0; mov.u32 %r6, 0; HEAD: "
            + SUMS
            + "setp.lt.s32 %p1, %r6, 5; @%p1 bra RIGHT; LEFT: "
            + SUMS.repeat(6)
            + "setp.gt.f32 %p2, %f1, 0f42000000; @%p2 bra END; bra NEXT; RIGHT: "
            + SUMS.repeat(7)
            + "NEXT: add.s32 %r6, %r6, 1; bra HEAD;"
            + "END: st.global.f32 [%rd5], %f1;";
    List<String> labels = labels(board, Board.kernel("", body));
    assertThat(labels).hasSize(7).endsWith("B5:", "B6:");
  }

  @Test
  @DisplayName("a counter and its test issue while sums wait: a trip takes the sums' latency")
  void aCounterAndItsTestIssueWhileSumsWait() {
    Board late = Board.withCodeAtHand("gtx280", "compiler.without=early_conditions");
    double early = trip(Board.withCodeAtHand("gtx280"), "");
    assertThat(early).isBetween(4 * 24.0, 4 * 24.0 + 1);
    assertThat(trip(late, "") - early).isBetween(30.0, 48.0); // latencies of the step and the test
    // A sum reads the counter behind its step's first chance: the step stays behind it.
    assertThat(trip(Board.withCodeAtHand("gtx280"), "cvt.rn.f32.s32 %f2, %r6;"))
        .isGreaterThan(early);
  }

  /** Clocks of one more trip of a warp alone. */
  private static double trip(Board on, String last) {
    return (on.run(loop(60, last), 1, 32).clocks() - on.run(loop(20, last), 1, 32).clocks()) / 40.0;
  }

  private static Kernel loop(int trips, String last) {
    return Board.kernel(
        "",
        "mov.f32 %f1, %f0; mov.f32 %f2, %f0; mov.u32 %r6, 0; LOOP: "
            + SUMS.repeat(4)
            + last
            + "add.s32 %r6, %r6, 1; setp.lt.s32 %p1, %r6, "
            + trips
            + "; @%p1 bra LOOP; add.f32 %f1, %f1, %f2; st.global.f32 [%rd5], %f1;");
  }

  @Test
  @DisplayName("a test of values that its own line computes, not counts, stays where it is")
  void aTestOfComputedValuesStays() {
    Kernel kernel =
        Board.kernel(
            "",
            "mov.f32 %f1, %f0; LOOP: mul.f32 %f2, %f1, %f0;"
                + SUMS.repeat(2)
                + "add.f32 %f3, %f2, %f0; "
                + "setp.lt.f32 %p1, %f3, 0f41000000; @%p1 bra LOOP; st.global.f32 [%rd5], %f1;");
    Board late = new Board("gtx280", "compiler.without=early_conditions");
    assertThat(board.device.lower(kernel).assembly())
        .isEqualTo(late.device.lower(kernel).assembly());
  }

  @Test
  @DisplayName("where the clock is read, nothing moves")
  void whereTheClockIsReadNothingMoves() {
    Kernel kernel = loop(9, "mov.u32 %r7, %clock; add.s32 %r8, %r8, %r7;");
    Board late = new Board("gtx280", "compiler.without=early_conditions");
    assertThat(board.device.lower(kernel).assembly())
        .isEqualTo(late.device.lower(kernel).assembly());
  }
}
