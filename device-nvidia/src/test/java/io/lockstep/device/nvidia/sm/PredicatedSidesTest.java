// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.lowering.SassLowering;
import io.lockstep.kernel.ir.Kernel;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ifs with an else, whose sides ptxas 13.0 predicates up to eight instructions, jumps included. */
class PredicatedSidesTest {
  private static final int LONGEST = TestDevices.spec("a100").integer("code.predicated");

  private final Board board = new Board("a100");

  /** Threads below a number take the first side, the others the second one. */
  private static Kernel sides(int below, String first, String second) {
    return Board.kernel(
        "",
        "mov.u32 %r6, %r5; setp.ge.s32 %p1, %r2, "
            + below
            + "; @%p1 bra ELSE;"
            + first
            + " bra END; ELSE:"
            + second
            + "END: st.global.u32 [%rd5], %r6;");
  }

  private static String sums(int number) {
    return "xor.b32 %r6, %r6, %r5; mul.lo.u32 %r6, %r6, %r5;".repeat(number / 2)
        + "xor.b32 %r6, %r6, %r5;".repeat(number % 2);
  }

  /** Branches and points where lanes meet. */
  private static List<String> control(Kernel kernel) {
    return new SassLowering(TestDevices.spec("a100"))
        .lower(kernel)
        .assembly()
        .lines()
        .filter(l -> l.matches(".* (BRA|BSSY|BSYNC)( .*|$)"))
        .map(l -> l.replaceAll(".*?((@\\S+ )?(BRA|BSSY|BSYNC)).*", "$1"))
        .toList();
  }

  private long instructions(int below, String first, String second) {
    return board.run(sides(below, first, second), 1, 32).get("machine_instructions");
  }

  @Test
  @DisplayName("two short sides have opposite predicates, and lanes need not meet")
  void twoShortSidesNeedNoBranch() {
    assertThat(control(sides(16, sums(LONGEST - 1), sums(LONGEST)))).isEmpty();
  }

  @Test
  @DisplayName("a short side before a long one jumps to the join under its predicate")
  void aShortSideBeforeALongOneLeaves() {
    assertThat(control(sides(16, sums(LONGEST - 1), sums(LONGEST + 1))))
        .containsExactly("BSSY", "@!P0 BRA", "BSYNC");
  }

  @Test
  @DisplayName("a long side is branched around, whatever the length of the other one")
  void aLongSideIsBranchedAround() {
    assertThat(control(sides(16, sums(LONGEST), sums(1))))
        .containsExactly("BSSY", "@P0 BRA", "BRA", "BSYNC");
  }

  @Test
  @DisplayName("a side that writes the predicate of the branch is not predicated by it")
  void aSideThatWritesThePredicateIsNotPredicated() {
    String writes = "setp.eq.u32 %p1, %r6, 7; selp.u32 %r6, 1, %r6, %p1;";
    assertThat(control(sides(16, writes, sums(1)))).contains("BSYNC");
    assertThat(control(sides(16, sums(1), sums(1)))).doesNotContain("BSYNC");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16, 31, 32})
  @DisplayName("a warp issues both predicated sides once, however many of its lanes take each")
  void aWarpIssuesBothSidesOnce(int below) {
    long first = instructions(below, sums(2), sums(3));
    assertThat(instructions(below, sums(4), sums(3)) - first).isEqualTo(2);
    assertThat(instructions(below, sums(2), sums(6)) - first).isEqualTo(3);
    assertThat(first).isEqualTo(instructions(32, sums(2), sums(3)));
  }

  @Test
  @DisplayName("a warp issues a side that leaves always, the other one where lanes take it")
  void aWarpIssuesASideThatLeavesAlways() {
    String rest = sums(LONGEST + 1);
    long all = instructions(32, sums(2), rest);
    long none = instructions(0, sums(2), rest);
    assertThat(none - all).isEqualTo(LONGEST + 1);
    assertThat(instructions(16, sums(2), rest) - none).isEqualTo(1); // a second BSYNC
    assertThat(instructions(32, sums(5), rest) - all).isEqualTo(3);
    assertThat(instructions(0, sums(5), rest) - none).isEqualTo(3);
  }

  @Test
  @DisplayName("lanes diverge behind a side that leaves, not where both sides are predicated")
  void lanesDivergeBehindASideThatLeaves() {
    List<Long> divergent =
        IntStream.of(LONGEST, LONGEST + 1)
            .mapToObj(n -> board.run(sides(16, sums(2), sums(n)), 1, 32).get("branch.divergent"))
            .toList();
    assertThat(divergent).containsExactly(0L, 1L);
  }
}
