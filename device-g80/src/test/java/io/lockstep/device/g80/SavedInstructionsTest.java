// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Instructions that compute capability 1.x need not issue, and one that it has to. */
class SavedInstructionsTest {
  private final Board board = new Board("gtx280");

  private static long instructions(Board on, Kernel kernel, int threads) {
    return on.run(kernel, 1, threads).get("machine_instructions");
  }

  private static String line(String assembly, String part) {
    return assembly.lines().filter(l -> l.contains(part)).findFirst().orElse("");
  }

  @Test
  @DisplayName("lanes whose sides only meet at the kernel's end leave it: no joinat, no join")
  void lanesThatOnlyMeetAtTheEndLeave() {
    Kernel kernel =
        Board.kernel(
            "",
            "mov.f32 %f1, %f0; setp.lt.s32 %p1, %r2, 16; @%p1 bra END;"
                + "add.f32 %f1, %f1, %f0;".repeat(6)
                + "st.global.f32 [%rd5], %f1; END:");
    assertThat(board.device.lower(kernel).assembly()).contains(" exit").doesNotContain("joinat");
    Board joining = new Board("gtx280", "compiler.without=joins");
    assertThat(instructions(joining, kernel, 32)).isEqualTo(instructions(board, kernel, 32) + 2);
  }

  /** A loop of some trips whose lanes might leave it one by one, and a store behind it. */
  private static Kernel loop(int trips) {
    return Board.kernel(
        "",
        "shr.u32 %r6, %r5, 20; LOOP: add.s32 %r6, %r6, 1; setp.lt.s32 %p1, %r6, "
            + trips
            + "; @%p1 bra LOOP; st.global.b32 [%rd5], %r6;");
  }

  @Test
  @DisplayName("the place behind a loop is pushed once, before the loop")
  void theJoinatOfALoopStandsBeforeIt() {
    Board joining = new Board("gtx280", "compiler.without=joins");
    assertThat(instructions(board, loop(20), 32) - instructions(board, loop(10), 32))
        .isEqualTo(10 * 3);
    assertThat(instructions(joining, loop(20), 32) - instructions(joining, loop(10), 32))
        .isEqualTo(10 * 4);
    assertThat(instructions(joining, loop(1), 32)).isEqualTo(instructions(board, loop(1), 32));
  }

  @Test
  @DisplayName("an address a constant apart from another is one addition")
  void anAddressAConstantApartIsOneAddition() {
    String second =
        "shl.b32 %r6, %r5, 3; cvt.s64.s32 %rd6, %r6; shl.b64 %rd7, %rd6, 32;"
            + "shr.s64 %rd8, %rd7, 30; add.s64 %rd9, %rd2, %rd8; st.global.f32 [%rd9], %f0;"
            + "add.s64 %rd10, %rd7, 0x20000000000; shr.s64 %rd11, %rd10, 30;"
            + "add.s64 %rd12, %rd2, %rd11; st.global.f32 [%rd12], %f0;";
    Kernel kernel = Board.kernel("", second);
    String code = board.device.lower(kernel).assembly();
    assertThat(line(code, "apart from")).contains("add").contains("%rd12");
    assertThat(code).doesNotContain("%rd10,").doesNotContain("%rd11,");
    Board apart = new Board("gtx280", "compiler.without=offsets");
    assertThat(instructions(apart, kernel, 32)).isEqualTo(instructions(board, kernel, 32) + 2);
  }

  @Test
  @DisplayName("a shared operand more than 31 words beyond its address register moves that first")
  void anOperandBeyondItsReachMovesTheAddressRegister() {
    String sums =
        "cvt.u32.u64 %r7, %rd3; and.b32 %r7, %r7, 127;"
            + "ld.shared.f32 %f1, [%r7]; add.f32 %f2, %f0, %f1;"
            + "ld.shared.f32 %f3, [%r7+124]; add.f32 %f4, %f2, %f3;";
    String store = "st.global.f32 [%rd5], %f6;";
    Kernel near = shared(sums + "ld.shared.f32 %f5, [%r7+64]; add.f32 %f6, %f4, %f5;" + store);
    Kernel far = shared(sums + "ld.shared.f32 %f5, [%r7+128]; add.f32 %f6, %f4, %f5;" + store);
    assertThat(board.device.lower(near).assembly()).doesNotContain("add $a");
    assertThat(board.device.lower(far).assembly()).containsOnlyOnce("add $a");
    Board any = new Board("gtx280", "compiler.operand_reach=0");
    assertThat(any.device.lower(far).assembly()).doesNotContain("add $a");
  }

  @Test
  @DisplayName("of two words of shared memory, one beyond reach, no address register moves")
  void ofTwoWordsTheOneWithinReachIsTheOperand() {
    String body =
        "cvt.u32.u64 %r7, %rd3; and.b32 %r7, %r7, 127;"
            + "ld.shared.f32 %f1, [%r7]; add.f32 %f2, %f0, %f1;"
            + "ld.shared.f32 %f3, [%r7+512]; ld.shared.f32 %f4, [%r7+8];"
            + "add.f32 %f5, %f3, %f4; mul.f32 %f6, %f5, %f2; st.global.f32 [%rd5], %f6;";
    assertThat(board.device.lower(shared(body)).assembly())
        .doesNotContain("add $a")
        .containsOnlyOnce("ld s[]");
  }

  private static Kernel shared(String body) {
    return Board.kernel(".shared .align 4 .b8 s[1024];", body);
  }

  @Test
  @DisplayName("shared operands of a half-warp take an issue slot, those of a whole warp longer")
  void sharedOperandsOfAHalfWarpTakeASlot() {
    assertThat(clocksOfOperand(board, 16)).isEqualTo(4);
    assertThat(clocksOfOperand(board, 32)).isEqualTo(6);
    Board all = new Board("gtx280", "issue.operand_halves=false");
    assertThat(clocksOfOperand(all, 16)).isEqualTo(6);
  }

  /** Clocks that the port issues an addition with a shared operand, of many. */
  private static long clocksOfOperand(Board board, int threads) {
    return (issuing(board, threads, 40) - issuing(board, threads, 20)) / 20;
  }

  private static long issuing(Board board, int threads, int additions) {
    String adds = "";
    for (int k = 0; k < additions; k++) {
      adds += "ld.shared.f32 %f" + (2 * k + 10) + ", [%r7];";
      adds += "add.f32 %f" + (2 * k + 11) + ", %f0, %f" + (2 * k + 10) + ";";
      adds += "max.f32 %f1, %f1, %f" + (2 * k + 11) + ";";
    }
    String address =
        "shl.b32 %r6, %r2, 2; mov.u32 %r7, s; add.s32 %r7, %r6, %r7; mov.f32 %f1, %f0;";
    Kernel kernel = shared(address + adds + "st.global.f32 [%rd5], %f1;");
    return board.run(kernel, 1, threads).get("issue.issued_shared");
  }

  /** A loop that halves a number; its test and the shift in the order given. */
  private static Kernel halving(String test) {
    return Board.kernel(
        "",
        "mov.u32 %r6, 4096; LOOP: st.global.b32 [%rd5], %r6; "
            + test
            + "mov.u32 %r6, %r7; @%p1 bra LOOP;");
  }

  @Test
  @DisplayName("arithmetic compares its result with zero: the comparison takes no instruction")
  void arithmeticComparesItsResultWithZero() {
    Board apart = new Board("gtx280", "compiler.without=result_conditions");
    for (String test :
        new String[] {
          "shr.u32 %r7, %r6, 1; setp.ne.s32 %p1, %r7, 0; ",
          "shr.u32 %r7, %r6, 1; setp.gt.s32 %p1, %r7, 0; ",
          "shr.u32 %r7, %r6, 1; setp.gt.u32 %p1, %r6, 1; ", // the number before it is shifted
          "shr.u32 %r7, %r6, 3; setp.ge.u32 %p1, %r6, 8; ",
          "and.b32 %r7, %r6, %r2; setp.ne.u32 %p1, %r7, 0; "
        }) {
      Kernel kernel = halving(test);
      assertThat(board.device.lower(kernel).assembly()).as(test).doesNotContain("set $c");
      assertThat(apart.device.lower(kernel).assembly()).as(test).containsOnlyOnce("set $c");
      long trips = apart.run(kernel, 1, 32).get("issue.issued_global") / 4;
      assertThat(instructions(apart, kernel, 32))
          .as(test)
          .isEqualTo(instructions(board, kernel, 32) + trips);
    }
  }

  @Test
  @DisplayName("other comparisons are instructions: of other numbers, signs, immediate sums")
  void otherComparisonsAreInstructions() {
    for (String test :
        new String[] {
          "shr.u32 %r7, %r6, 1; setp.gt.u32 %p1, %r6, 2; ",
          "shr.u32 %r7, %r6, 1; setp.gt.s32 %p1, %r6, 1; ", // negative ones are not greater
          "shr.s32 %r7, %r6, 1; setp.gt.s32 %p1, %r7, 0; ",
          "shr.u32 %r7, %r6, 2; setp.gt.u32 %p1, %r6, 1; ",
          "sub.s32 %r7, %r6, 1; setp.ne.s32 %p1, %r7, 4000; ",
          "add.s32 %r7, %r6, -512; setp.ne.s32 %p1, %r7, 0; ", // an immediate operand
          "mov.u32 %r8, 96; and.b32 %r7, %r6, %r8; setp.ne.u32 %p1, %r7, 0; ", // and here
          "setp.gt.u32 %p1, %r6, 1; shr.u32 %r7, %r6, 1; " // the shift comes too late
        }) {
      assertThat(board.device.lower(halving(test)).assembly()).as(test).contains("set $c");
    }
  }
}
