// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rates and latencies of warp instructions, measured on the model as on silicon: by the time that
 * more of the same code takes. Expected figures: Wong et al. 2010 (latencies, as recalled), CUDA
 * SDK scalarProd and n-body (clocks of a warp).
 */
class IssueTest {
  private static final Offset<Double> EXACT = within(0.05);
  private final Board gtx280 = Board.withCodeAtHand("gtx280");

  @ParameterizedTest
  @ValueSource(strings = {"8800gtx", "gtx280"})
  @DisplayName("independent MADs of one warp: one every 4 clocks")
  void independentMadsOfOneWarpIssueEvery4Clocks(String id) {
    Board board = Board.withCodeAtHand(id);
    String line = "fma.rn.f32 %f#, %f0, %f0, %f0;\nadd.f32 %f1, %f1, %f#;";
    // The sums are a chain of their own, 24 clocks each: enough warps hide it.
    assertThat(board.clocksPerLine(1, 256, "mov.f32 %f1, %f0;", line, "%f1"))
        .isCloseTo(2 * 8 * 4, EXACT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"8800gtx", "gtx280"})
  @DisplayName("a dependent chain of one warp: one every 24 clocks; six warps hide it")
  void aDependentChainOfOneWarpIssuesEvery24Clocks(String id) {
    Board board = Board.withCodeAtHand(id);
    String line = "fma.rn.f32 %f1, %f1, %f1, %f0;";
    assertThat(board.clocksPerLine(1, 32, "mov.f32 %f1, %f0;", line, "%f1")).isCloseTo(24, EXACT);
    assertThat(board.clocksPerLine(1, 96, "mov.f32 %f1, %f0;", line, "%f1")).isCloseTo(24, EXACT);
    assertThat(board.clocksPerLine(1, 192, "mov.f32 %f1, %f0;", line, "%f1")).isCloseTo(24, EXACT);
    assertThat(board.clocksPerLine(1, 384, "mov.f32 %f1, %f0;", line, "%f1")).isCloseTo(48, EXACT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"8800gtx", "gtx280"})
  @DisplayName("a variable that is written again does not wait for the value that it had")
  void aVariableThatIsWrittenAgainDoesNotWaitForTheValueThatItHad(String id) {
    String line = "cvt.rzi.s32.f32 %r6, %f0;\nmov.b32 %f1, %r6;";
    String begin = "mov.f32 %f1, %f0;";
    assertThat(Board.withCodeAtHand(id).clocksPerLine(1, 32, begin, line, "%f1"))
        .isCloseTo(4, EXACT);
    Board variables = Board.withCodeAtHand(id, "compiler.without=value_registers");
    assertThat(variables.clocksPerLine(1, 32, begin, line, "%f1")).isCloseTo(24, EXACT);
  }

  @Test
  @DisplayName("a guarded write waits for the value that some lanes keep")
  void aGuardedWriteWaitsForTheValueThatSomeLanesKeep() {
    String line = "@%p1 cvt.rzi.s32.f32 %r6, %f0;";
    assertThat(gtx280.clocksPerLine(1, 32, "setp.eq.s32 %p1, %r5, 3;", line, "%r6"))
        .isCloseTo(24, EXACT);
  }

  @Test
  @DisplayName("32-bit multiplies: 96 clocks to use, 16 clocks each; 24-bit ones run at full rate")
  void only32BitMultipliesAreSlow() {
    String chain = "mul.lo.s32 %r6, %r6, %r5;";
    assertThat(gtx280.clocksPerLine(1, 32, "mov.u32 %r6, %r5;", chain, "%r6")).isCloseTo(96, EXACT);
    assertThat(gtx280.clocksPerLine(1, 512, "mov.u32 %r6, %r5;", chain, "%r6"))
        .isCloseTo(16 * 16, EXACT);
    String mul24 = "mul24.lo.s32 %r6, %r6, %r5;";
    assertThat(gtx280.clocksPerLine(1, 32, "mov.u32 %r6, %r5;", mul24, "%r6")).isCloseTo(24, EXACT);
    assertThat(gtx280.clocksPerLine(1, 512, "mov.u32 %r6, %r5;", mul24, "%r6"))
        .isCloseTo(16 * 4, EXACT);
    String mad = "mad.lo.s32 %r6, %r6, %r5, %r5;";
    assertThat(gtx280.clocksPerLine(1, 32, "mov.u32 %r6, %r5;", mad, "%r6")).isCloseTo(120, EXACT);
  }

  @Test
  @DisplayName("special functions: 28 clocks to use, 16 of the unit")
  void specialFunctionsOccupyTheUnitFor16Clocks() {
    String chain = "rsqrt.approx.f32 %f1, %f1;";
    assertThat(gtx280.clocksPerLine(1, 32, "mov.f32 %f1, %f0;", chain, "%f1")).isCloseTo(28, EXACT);
    assertThat(gtx280.clocksPerLine(1, 256, "mov.f32 %f1, %f0;", chain, "%f1"))
        .isCloseTo(8 * 16, EXACT);
  }

  @Test
  @DisplayName(
      "a sine with its range step: 48 clocks to use, 32 of the unit; a root is two functions")
  void aSineTakes48ClocksWithItsRangeStep() {
    String sine = "sin.approx.f32 %f1, %f1;";
    assertThat(gtx280.clocksPerLine(1, 32, "mov.f32 %f1, %f0;", sine, "%f1")).isCloseTo(48, EXACT);
    assertThat(gtx280.clocksPerLine(1, 512, "mov.f32 %f1, %f0;", sine, "%f1"))
        .isCloseTo(16 * 32, EXACT);
    String root = "sqrt.approx.f32 %f1, %f1;";
    assertThat(gtx280.clocksPerLine(1, 32, "mov.f32 %f1, %f0;", root, "%f1")).isCloseTo(56, EXACT);
    assertThat(gtx280.clocksPerLine(1, 256, "mov.f32 %f1, %f0;", root, "%f1"))
        .isCloseTo(8 * 32, EXACT);
    String quotient = "div.full.f32 %f1, %f1, %f0;";
    assertThat(gtx280.clocksPerLine(1, 32, "mov.f32 %f1, %f0;", quotient, "%f1"))
        .isCloseTo(137, EXACT);
    assertThat(gtx280.clocksPerLine(1, 512, "mov.f32 %f1, %f0;", quotient, "%f1"))
        .isCloseTo(16 * 36, EXACT);
    String fast = "div.approx.f32 %f1, %f1, %f0;";
    assertThat(gtx280.clocksPerLine(1, 512, "mov.f32 %f1, %f0;", fast, "%f1"))
        .isCloseTo(16 * 20, EXACT);
    String whole = "div.u32 %r6, %r6, %r4;";
    assertThat(gtx280.clocksPerLine(1, 32, "mov.u32 %r6, %r5;", whole, "%r6"))
        .isCloseTo(608, EXACT);
  }

  @Test
  @DisplayName("the SPs go on while the SFU works: three adds hide under one rsqrt")
  void threeAddsHideUnderOneRsqrt() {
    String line =
        "rsqrt.approx.f32 %f1, %f1;\nadd.f32 %f2, %f2, %f0;\nadd.f32 %f3, %f3, %f0;\n"
            + "add.f32 %f4, %f4, %f0;";
    String before = "mov.f32 %f1, %f0; mov.f32 %f2, %f0; mov.f32 %f3, %f0; mov.f32 %f4, %f0;";
    String kept = "add.f32 %f1, %f1, %f2; add.f32 %f3, %f3, %f4; add.f32 %f1, %f1, %f3;";
    double clocks = difference(before, line, 20, kept + "\nst.global.f32 [%rd5], %f1;", 256);
    // 8 warps: 4 slots of 4 clocks each, beside 16 clocks of the SFU
    assertThat(clocks).isBetween(8 * 16.0, 8 * 18.0);
  }

  @Test
  @DisplayName("GT200's SFUs take multiplications beside multiply-adds: two in four clocks")
  void multiplicationsIssueBesideMultiplyAdds() {
    String before = "mov.f32 %f1, %f0; mov.f32 %f2, %f0; mov.f32 %f3, %f0;";
    String line = "fma.rn.f32 %f1, %f1, %f3, %f3;\nmul.f32 %f2, %f2, %f3;\n";
    assertThat(clocksOfPair("gtx280", before, line)).isBetween(16 * 4.0, 16 * 4.3); // 93 % and up
    assertThat(clocksOfPair("gtx280", before, line, "issue.dual_multiply=0cycles"))
        .isCloseTo(16 * 8, EXACT);
    assertThat(clocksOfPair("8800gtx", before, line)).isCloseTo(16 * 8, EXACT);
    assertThat(clocksOfPair("gtx280", before, line.replace("mul", "add"))).isCloseTo(16 * 8, EXACT);
  }

  @Test
  @DisplayName("a multiplication with an operand in shared memory is the SPs' alone")
  void aMultiplicationWithASharedOperandStaysWithTheSps() {
    String before = "ld.param.u32 %r6, [n]; mov.b32 %f4, %r6; mov.f32 %f1, %f0; mov.f32 %f2, %f0;";
    String line = "fma.rn.f32 %f1, %f1, %f0, %f0;\nmul.f32 %f2, %f2, %f4;\n";
    String shared = "ld.param.f32 %f4, [n]; mov.f32 %f1, %f0; mov.f32 %f2, %f0;";
    assertThat(clocksOfPair("gtx280", before, line)).isLessThan(16 * 5.0);
    assertThat(clocksOfPair("gtx280", shared, line)).isCloseTo(16 * (4 + 6), EXACT);
  }

  /** Clocks that 16 warps take for one more of a line. */
  private static double clocksOfPair(String id, String before, String line, String... overrides) {
    Board board = Board.withCodeAtHand(id, overrides);
    String kept = "add.f32 %f1, %f1, %f2;\nst.global.f32 [%rd5], %f1;";
    long few = board.run(Board.kernel("", before + line.repeat(20) + kept), 1, 512).clocks();
    long many = board.run(Board.kernel("", before + line.repeat(60) + kept), 1, 512).clocks();
    return (many - few) / 40.0;
  }

  private double difference(String before, String line, int times, String after, int threads) {
    long a = gtx280.run(Board.kernel("", before + line.repeat(times) + after), 1, threads).clocks();
    long b =
        gtx280.run(Board.kernel("", before + line.repeat(3 * times) + after), 1, threads).clocks();
    return (double) (b - a) / (2 * times);
  }

  @Test
  @DisplayName("double precision on GT200: 48 clocks to use, 32 of the unit")
  void doublePrecisionOccupiesTheUnitFor32Clocks() {
    String before = "cvt.f64.f32 %fd1, %f0; mov.f64 %fd2, %fd1;";
    String line = "fma.rn.f64 %fd1, %fd1, %fd2, %fd2;";
    String after = "cvt.rn.f32.f64 %f1, %fd1; st.global.f32 [%rd5], %f1;";
    assertThat(difference(before, line, 40, after, 32)).isCloseTo(48, EXACT);
    assertThat(difference(before, line, 40, after, 256)).isCloseTo(8 * 32, EXACT);
  }

  @Test
  @DisplayName("a barrier of one warp: 20 clocks")
  void aBarrierOfOneWarpTakes20Clocks() {
    assertThat(difference("", "bar.sync 0;\n", 20, "st.global.f32 [%rd5], %f0;", 32))
        .isCloseTo(20, EXACT);
  }

  @Test
  @DisplayName("both sides of a divergent branch are issued, and every clock has one cause")
  void bothSidesOfADivergentBranchAreIssued() {
    String body =
        "and.b32 %r6, %r2, 1; setp.eq.s32 %p1, %r6, 0; @%p1 bra ODD;\n"
            + "add.f32 %f1, %f0, 0f3F800000;\n".repeat(1)
            + "bra.uni JOIN;\nODD: mul.f32 %f1, %f0, 0f40000000;\nJOIN: st.global.f32 [%rd5], %f1;";
    Board.Run run = gtx280.run(Board.kernel("", body), 4, 64);
    assertThat(run.get("branch.divergent")).isEqualTo(8);
    assertThat(run.get("work_item_instructions"))
        .isLessThan(32 * run.get("wavefront_instructions"));
    long sum =
        run.statistics().entrySet().stream()
            .filter(e -> e.getKey().startsWith("issue."))
            .mapToLong(java.util.Map.Entry::getValue)
            .sum();
    assertThat(sum % 30).isZero();
    assertThat(sum / 30).isGreaterThanOrEqualTo(run.clocks());
  }
}
