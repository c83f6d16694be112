// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.spi.RefusalException;
import io.lockstep.testsupport.Kernels;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What kernels become on compute capability 1.x. */
class LoweringTest {
  private final Board gtx280 = new Board("gtx280");

  private String code(String body) {
    return code(gtx280, body);
  }

  private static String code(Board board, String body) {
    return board.device.lower(Board.kernel(".shared .align 4 .b8 s[1024];", body)).assembly();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "'mul24.lo.s32 %r6, %r5, %r2;', mul24, 4",
    "'mul.lo.s32 %r6, %r5, %r5;', mul32 (sequence), 16",
    "'mul.lo.s32 %r6, %r5, 8;', shl, 4",
    "'mad.lo.s32 %r6, %r5, %r5, %r5;', mad32 (sequence), 20",
    "'div.u32 %r6, %r5, %r2;', div32 (sequence), 128",
    "'lop3.b32 %r6, %r5, %r2, %r1, 0xE8;', logic3 (sequence), 16",
    "'lop3.b32 %r6, %r5, %r2, %r1, 0x88;', logic3, 6", // the argument is a shared operand
    "'popc.b32 %r6, %r5;', popcount (sequence), 48",
    "'selp.b32 %r6, %r5, %r2, %p1;', 'mov, mov ($c)', 8",
  })
  void integerOperationsBecomeTheirInstructionsWithTheirClocks(
      String line, String name, int clocks) {
    String text = code("setp.eq.s32 %p1, %r5, 3;" + line + "st.global.b32 [%rd5], %r6;");
    assertThat(text).containsPattern(" \\Q" + name + "\\E .*// " + clocks + " clk");
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("64-bit arithmetic costs its lower half where nothing looks at the upper one")
  @CsvSource({
    "'add.s64 %rd6, %rd7, %rd8;', add, 4, 8",
    "'shl.b64 %rd6, %rd7, 3;', shl, 4, 12",
    "'shr.u64 %rd6, %rd7, 3;', shr, 12, 12",
    "'and.b64 %rd6, %rd7, %rd8;', and, 4, 8",
  })
  void lowerHalves(String line, String name, int low, int both) {
    String load = "ld.global.u64 %rd7, [%rd5]; ld.global.u64 %rd8, [%rd5+8];" + line;
    assertThat(code(load + "cvt.u32.u64 %r6, %rd6; st.global.b32 [%rd5], %r6;"))
        .containsPattern(" " + name + " .*// " + low + " clk");
    assertThat(code(load + "st.global.b64 [%rd5], %rd6;"))
        .containsPattern(" " + name + " .*// " + both + " clk");
  }

  @Test
  @DisplayName("a 64-bit product is one of 32 bits where nothing looks at its upper half")
  void lowerProduct() {
    String mul = "ld.global.u64 %rd7, [%rd5]; mul.lo.s64 %rd6, %rd7, %rd7;";
    assertThat(code(mul + "cvt.u32.u64 %r6, %rd6; st.global.b32 [%rd5], %r6;"))
        .containsPattern(" mul32 \\(sequence\\) .*// 16 clk");
    assertThat(code(mul + "st.global.b64 [%rd5], %rd6;"))
        .containsPattern(" mul64 \\(sequence\\) .*// 48 clk");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "'fma.rn.f32 %f1, %f0, %f0, %f0;', sp, mad f32, 4",
    "'rcp.approx.f32 %f1, %f0;', sfu, rcp f32, 16",
    "'rsqrt.approx.f32 %f1, %f0;', sfu, rsqrt f32, 16",
    "'lg2.approx.f32 %f1, %f0;', sfu, log2 f32, 16",
    "'sin.approx.f32 %f1, %f0;', sfu, pre f32, 16",
    "'sin.approx.f32 %f1, %f0;', sfu, sin f32, 16",
    "'div.full.f32 %f1, %f0, %f0;', sp, div f32 (sequence), 36",
  })
  void floatOperationsGoToTheirPipeWithTheirClocks(
      String line, String pipe, String name, int clocks) {
    String text = code(line + "st.global.f32 [%rd5], %f1;");
    assertThat(text).containsPattern(" " + pipe + " +\\Q" + name + "\\E .*// " + clocks + " clk");
  }

  @Test
  @DisplayName("a product that is rounded to an integer takes three instructions")
  void aProductThatIsRoundedToAnIntegerTakesThreeInstructions() {
    String body = "fma.rm.f32 %f1, %f0, %f0, 0f4B400001; st.global.f32 [%rd5], %f1;";
    assertThat(code(body))
        .containsSubsequence("mul f32 %f1", "cvt to integral f32 %f1", "mad f32 %f1");
    assertThatThrownBy(() -> code(body.replace("0f4B400001", "0f3F800000")))
        .hasMessageContaining("fused multiply-add");
  }

  @Test
  @DisplayName("a fused multiply-add that was asked for is refused; a contracted one is a MAD")
  void aFusedMultiplyAddThatWasAskedForIsRefused() {
    String body = "fma.rn.f32 %f1, %f0, %f0, %f0; st.global.f32 [%rd5], %f1;";
    assertThat(code(body)).contains("mad f32");
    Kernel required = Board.kernel("", body, new FrontendOptions(Fusion.REQUIRED, Map.of()));
    assertThatThrownBy(() -> gtx280.device.lower(required))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("fused multiply-add")
        .hasMessageContaining("test.ptx:23");
  }

  @Test
  @DisplayName("a shared load that is read once is the multiply-add's own operand, at 6 clocks")
  void sharedOperand() {
    String load =
        "shl.b32 %r6, %r2, 2; mov.u32 %r7, s; add.s32 %r6, %r6, %r7;"
            + "ld.shared.f32 %f1, [%r6]; ";
    String once = code(load + "fma.rn.f32 %f2, %f1, %f0, %f0; st.global.f32 [%rd5], %f2;");
    assertThat(once)
        .doesNotContain("ld s[]")
        .containsPattern("shared +mad f32 \\(s\\[\\].*// 6 clk");
    String twice = code(load + "fma.rn.f32 %f2, %f1, %f1, %f0; st.global.f32 [%rd5], %f2;");
    assertThat(twice).contains("ld s[]");
    String behindBarrier =
        code(load + "bar.sync 0; add.f32 %f2, %f1, %f0; st.global.f32 [%rd5], %f2;");
    assertThat(behindBarrier).contains("ld s[]");
    String behindStore =
        code(load + "st.shared.f32 [%r6], %f0; add.f32 %f2, %f1, %f0; st.global.f32 [%rd5], %f2;");
    assertThat(behindStore).contains("ld s[]");
    String special = code(load + "rsqrt.approx.f32 %f2, %f1; st.global.f32 [%rd5], %f2;");
    assertThat(special).contains("ld s[]");
  }

  @Test
  @DisplayName("folding leaves what a kernel does to shared memory as it was")
  void foldedAccesses() {
    String body =
        "shl.b32 %r6, %r2, 3; mov.u32 %r7, s; add.s32 %r6, %r6, %r7;"
            + "ld.shared.f32 %f1, [%r6]; add.f32 %f2, %f1, %f0; st.global.f32 [%rd5], %f2;";
    Board.Run run = gtx280.run(Board.kernel(".shared .align 4 .b8 s[1024];", body), 2, 64);
    assertThat(run.get("lds.accesses")).isEqualTo(4);
    assertThat(run.get("lds.conflict_cycles")).isEqualTo(4 * 4);
  }

  @Test
  @DisplayName("words of a wide shared load are operands of their readers, at 6 clocks each")
  void wordsOfAWideSharedLoadAreOperandsOfTheirReaders() {
    String body =
        "shl.b32 %r6, %r2, 4; mov.u32 %r7, s; add.s32 %r6, %r6, %r7;"
            + "ld.shared.v2.f32 {%f1, %f2}, [%r6];"
            + "sub.f32 %f3, %f1, %f0; mul.f32 %f4, %f3, %f2; st.global.f32 [%rd5], %f4;";
    assertThat(code(body))
        .doesNotContain("ld s[]")
        .containsPattern("shared +sub \\(s\\[\\].*// 6 clk")
        .containsPattern("shared +mul \\(s\\[\\].*// 6 clk");
    String both = body.replace("%f3, %f2; st", "%f2, %f2; st");
    assertThat(code(both)).containsPattern("ld s\\[\\].*// 4 clk"); // the word that is read twice
    Board off = new Board("gtx280", "compiler.without=shared_words");
    assertThat(code(off, body)).containsPattern("ld s\\[\\].*// 8 clk");
    // Words 16 bytes apart: four lanes of a half-warp meet in a bank, 4 passes of 2 clocks for each
    // half and word, which is 16 - 4 clocks of conflicts a word, however the words are read.
    String module = ".shared .align 16 .b8 s[1024];";
    for (Board board : new Board[] {gtx280, off}) {
      Board.Run run = board.run(Board.kernel(module, body), 1, 32);
      assertThat(run.get("lds.accesses")).isEqualTo(1);
      assertThat(run.get("lds.conflict_cycles")).isEqualTo(2 * (16 - 4));
    }
  }

  @Test
  @DisplayName(
      "a tap of a convolution is one MAD with a constant and a shared operand, at 6 clocks")
  void aTapOfAConvolutionIsOneMad() {
    String module = ".shared .align 4 .b8 s[1024]; .const .align 4 .f32 c[2] = {1.0, 2.0};";
    String body =
        "shl.b32 %r6, %r2, 2; mov.u32 %r7, s; add.s32 %r6, %r6, %r7;"
            + "ld.shared.f32 %f1, [%r6]; ld.const.f32 %f2, [c+4];"
            + "fma.rn.f32 %f3, %f1, %f2, %f0; st.global.f32 [%rd5], %f3;";
    Board off = new Board("gtx280", "compiler.without=constant_operands");
    Kernel tap = Board.kernel(module, body);
    assertThat(gtx280.device.lower(tap).assembly())
        .containsPattern("constant +operand c\\[\\].*// 0 clk")
        .containsPattern("shared +mad f32 \\(s\\[\\].*// 6 clk");
    long saved =
        off.run(tap, 1, 32).get("machine_instructions")
            - gtx280.run(tap, 1, 32).get("machine_instructions");
    assertThat(saved).isEqualTo(1); // the load from constant memory
  }

  @Test
  @DisplayName("a multiply-add takes one literal from constant memory; a second one is moved")
  void aMultiplyAddTakesOneLiteralFromConstantMemory() {
    String moved =
        "mov.f32 %f1, 0f3DCCCCCD; mov.f32 %f2, 0f3E99999A; fma.rn.f32 %f3, %f0, %f1, %f0;"
            + "fma.rn.f32 %f3, %f3, %f2, %f1; st.global.f32 [%rd5], %f3;";
    Board off = new Board("gtx280", "compiler.without=constant_operands");
    assertThat(code(moved).split("mov b32 %f", -1)).hasSize(2);
    Kernel kernel = Board.kernel("", moved);
    long saved =
        off.run(kernel, 1, 32).get("machine_instructions")
            - gtx280.run(kernel, 1, 32).get("machine_instructions");
    assertThat(saved).isEqualTo(1);
  }

  @Test
  @DisplayName("a constant that all lanes want is an operand behind a divergent branch, too")
  void aConstantIsAnOperandBehindADivergentBranch() {
    Board branching = new Board("gtx280", "compiler.predicated=0");
    String module = ".const .align 4 .f32 c[2] = {1.0, 2.0};";
    String body =
        "setp.lt.s32 %p1, %r2, 8; @%p1 bra END; ld.const.f32 %f2, [c+4];"
            + "add.f32 %f3, %f2, %f0; st.global.f32 [%rd5], %f3; END: st.global.b32 [%rd4], %r2;";
    assertThat(branching.device.lower(Board.kernel(module, body)).assembly())
        .contains("joinat", "operand c[]")
        .doesNotContain("ld c[]");
    String own = body.replace("[c+4]", "[%rd6]").replace("@%p1", "mul.wide.u32 %rd6, %r2, 4; @%p1");
    assertThat(branching.device.lower(Board.kernel(module, own)).assembly()).contains("ld c[]");
  }

  @Test
  @DisplayName("constants and offsets of shared addresses are part of instructions")
  void constantsAndOffsetsArePartOfInstructions() {
    String body =
        "mov.u32 %r7, s; shl.b32 %r6, %r2, 2; add.s32 %r9, %r6, %r7; add.s32 %r8, %r9, 64;"
            + "ld.shared.f32 %f1, [%r8]; st.global.f32 [%rd5], %f1;";
    Board off = new Board("gtx280", "compiler.without=immediates");
    Kernel kernel = Board.kernel(".shared .align 4 .b8 s[1024];", body);
    long saved =
        off.run(kernel, 1, 32).get("machine_instructions")
            - gtx280.run(kernel, 1, 32).get("machine_instructions");
    assertThat(saved).isEqualTo(3); // the address of s, its addition, that of 64
  }

  @Test
  @DisplayName("numbers and sizes of blocks are operands, their product one multiply of 16 bits")
  void numbersAndSizesOfBlocksAreOperands() {
    String body = "mul.lo.s32 %r6, %r3, %r4; st.global.b32 [%rd5], %r6;";
    assertThat(code(body)).containsPattern("mul u16 .*// 6 clk").doesNotContain("mul32");
    Board off = new Board("gtx280", "compiler.without=header_operands");
    assertThat(code(off, body)).containsPattern("mul32 \\(sequence\\) .*// 16 clk");
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("a product costs as many multiplications as its factors have halves that are not 0")
  @CsvSource({
    "'mul.lo.s32 %r6, %r2, 132;', mul u16, 4, 16", // a number of a thread: below 512
    "'shl.b32 %r7, %r3, 6; mul.lo.s32 %r6, %r7, %r2;', mul u24, 4, 16", // 22 bits
    "'mul.lo.s32 %r6, %r5, %r2;', mul32 (sequence), 16, 16", // one half only
    "'mul.lo.s32 %r6, %r5, -3;', mul32 (sequence), 16, 16",
    "'mad.lo.s32 %r6, %r5, %r2, %r5;', mad32 (sequence), 20, 20",
    "'and.b32 %r7, %r5, 65535; mul.lo.s32 %r6, %r7, 1000;', mul u16, 4, 16",
    "'shr.u32 %r7, %r5, 8; mul.lo.s32 %r6, %r7, 1000;', mul u24, 4, 16",
    "'sub.s32 %r7, %r5, 9; mul.lo.s32 %r6, %r7, 10;', mul32 (sequence), 16, 16", // may be < 0
  })
  void productsOfShortValues(String line, String name, int clocks, int without) {
    Board off = new Board("gtx280", "compiler.without=value_widths");
    String body = line + "st.global.b32 [%rd5], %r6;";
    assertThat(code(body)).containsPattern(" \\Q" + name + "\\E .*// " + clocks + " clk");
    assertThat(code(off, body)).containsPattern("m[ua][ld]32 .*// " + without + " clk");
  }

  @Test
  @DisplayName("a 64-bit number of a thread in its grid costs what one of 32 bits does")
  void a64BitIndexFromShortValuesHas32Bits() {
    String body =
        "mul.wide.u32 %rd6, %r3, %r4; cvt.u64.u32 %rd7, %r2; add.s64 %rd8, %rd6, %rd7;"
            + "cvt.rn.f32.u64 %f1, %rd8; st.global.f32 [%rd5], %f1;";
    assertThat(code(body)).containsPattern("mul_wide u16 .*// 6 clk").doesNotContain("mul64");
    Board off = new Board("gtx280", "compiler.without=value_widths");
    assertThat(code(off, body)).containsPattern("mul64 \\(sequence\\) .*// 32 clk");
    assertThat(gtx280.device.lower(Board.kernel("", body)).registers())
        .isLessThan(off.device.lower(Board.kernel("", body)).registers());
  }

  @Test
  @DisplayName("copies and members of a fetch that nothing reads take no registers")
  void copiesAndUnreadMembersTakeNoRegisters() {
    String fetch = "tex.1d.v4.f32.s32 {%f10, %f11, %f12, %f13}, [%rd1, {%r5}];";
    String sum = "add.f32 %f1, %f10, %f0; st.global.f32 [%rd5], %f1;";
    String copies = "mov.f32 %f21, %f11; mov.f32 %f22, %f12; mov.f32 %f23, %f13;";
    String all = "add.f32 %f1, %f1, %f11; add.f32 %f1, %f1, %f12; add.f32 %f1, %f1, %f13;";
    int one = registers(fetch + copies + sum);
    assertThat(registers(fetch + sum)).isEqualTo(one);
    assertThat(registers(fetch + sum.replace("st", all + "st"))).isGreaterThan(one);
  }

  private static final String TWO_LOADS =
      "ld.global.f32 %f1, [%rd4]; add.f32 %f2, %f1, %f0; mul.f32 %f3, %f2, %f2;"
          + "add.f32 %f4, %f3, %f2; mul.f32 %f5, %f4, %f3;"
          + "add.s64 %rd6, %rd4, 4096; ld.global.f32 %f6, [%rd6]; add.f32 %f7, %f6, %f5;"
          + "st.global.f32 [%rd5], %f7;";

  @Test
  @DisplayName("a load stands before the first use of the one before it, with its address")
  void aLoadStandsBeforeTheFirstUseOfTheOneBeforeIt() {
    Board off = new Board("gtx280", "compiler.early_loads=0");
    String twoLoads = "ld g\\[\\][^\\n]*\\n([^\\n]*add %rd6[^\\n]*\\n)?[^\\n]*ld g\\[\\]";
    assertThat(code(TWO_LOADS)).containsPattern(twoLoads);
    assertThat(code(off, TWO_LOADS)).doesNotContainPattern(twoLoads);
    String store = TWO_LOADS.replace("add.s64", "st.global.f32 [%rd5], %f5; add.s64");
    assertThat(code(store)).doesNotContainPattern(twoLoads);
    String barrier = TWO_LOADS.replace("add.s64", "bar.sync 0; add.s64");
    assertThat(code(barrier)).doesNotContainPattern(twoLoads);
    Kernel kernel = Board.kernel("", TWO_LOADS);
    long early = gtx280.run(kernel, 1, 32).clocks();
    assertThat(off.run(kernel, 1, 32).clocks() - early).isBetween(400L, 600L); // a latency
  }

  @Test
  @DisplayName("a load's address may be a number that a loop behind it changes")
  void anAddressMayBeANumberThatALoopChanges() {
    String loop =
        "ld.global.f32 %f1, [%rd4]; st.shared.f32 [s], %f1; "
            + "%s cvt.u64.u32 %rd6, %r6; add.s64 %rd7, %rd4, %rd6; ld.global.f32 %f2, [%rd7];"
            + "st.shared.f32 [s+4], %f2; LOOP: shr.u32 %r6, %r6, 1; setp.ne.s32 %p1, %r6, 0;"
            + "st.global.b32 [%rd5], %r6; @%p1 bra LOOP;"
            + "add.f32 %f3, %f0, %f0; add.f32 %f4, %f3, %f0; add.f32 %f5, %f4, %f0;"
            + "add.f32 %f6, %f5, %f0; mul.f32 %f7, %f3, %f4; mul.f32 %f8, %f5, %f6;"
            + "mul.f32 %f8, %f8, %f7; mul.f32 %f8, %f8, %f0; add.f32 %f8, %f8, %f3;"
            + "add.f32 %f8, %f8, %f4; add.f32 %f8, %f8, %f5; st.global.f32 [%rd5], %f8;";
    String twoLoads = "ld g\\[\\]((?!st s)[\\s\\S])*ld g\\[\\]";
    String early = loop.replace("%s", "mov.u32 %r6, %ntid.x;");
    assertThat(gtx280.device.lower(shared(early)).assembly()).containsPattern(twoLoads);
    String used = loop.replace("%s", "st.shared.b32 [s+8], %r6; mov.u32 %r6, %ntid.x;");
    assertThat(gtx280.device.lower(shared(used)).assembly()).doesNotContainPattern(twoLoads);
    String written = loop.replace("%s", "mov.u32 %r6, %ntid.x; add.s32 %r6, %r6, %r2;");
    assertThat(gtx280.device.lower(shared(written)).assembly()).containsPattern(twoLoads);
  }

  private static Kernel shared(String body) {
    return Board.kernel(".shared .align 4 .b8 s[64];", body);
  }

  private int registers(String body) {
    return gtx280.device.lower(Board.kernel("", body)).registers();
  }

  @Test
  @DisplayName("a branch that skips a jump goes to the jump's target the other way round")
  void aBranchThatSkipsAJumpIsOneBranch() {
    String body =
        "mov.u32 %r6, %r1; LOOP: sub.s32 %r6, %r6, 1; setp.eq.s32 %p1, %r6, 0; @%p1 bra END;"
            + "bra.uni LOOP; END: st.global.b32 [%rd5], %r6;";
    Board off = new Board("gtx280", "compiler.without=direct_branches");
    assertThat(code(body).split(" bra ")).hasSize(1 + 1);
    assertThat(code(off, body).split(" bra ")).hasSize(2 + 1);
  }

  @Test
  @DisplayName("an exit that no value of a switch reaches takes no comparison and no branch")
  void anExitThatNoValueOfASwitchReachesTakesNoComparisonAndNoBranch() {
    String text =
        "and.b32 %%r6, %%r2, 1; setp.eq.s32 %%p1, %%r6, 0; @%%p1 bra ZERO; %s st.global.b32"
            + " [%%rd5], %%r2; bra END; ZERO: st.global.b32 [%%rd4], %%r2; bra END; NO: exit;"
            + " END: st.global.b32 [%%rd4], %%r6;";
    String known = code(text.formatted(""));
    String tested = text.formatted("setp.ne.s32 %p2, %r6, 1; @%p2 bra NO;");
    Board off = new Board("gtx280", "compiler.without=known_branches");
    assertThat(code(tested).split(" (bra|set)")).hasSameSizeAs(known.split(" (bra|set)"));
    assertThat(code(off, tested).split(" (bra|set)").length)
        .isGreaterThan(known.split(" (bra|set)").length);
  }

  @Test
  @DisplayName("an argument stays in shared memory where its readers can take it from there")
  void anArgumentStaysInSharedMemoryWhereItsReadersCanTakeItFromThere() {
    String taken = code("add.s32 %r6, %r5, %r1; st.global.b32 [%rd5], %r6;");
    assertThat(taken).doesNotContain("mov s[param] %r1");
    String stored = code("st.global.b32 [%rd5], %r1;");
    assertThat(stored).contains("mov s[param] %r1");
  }

  @Test
  @DisplayName("a branch that may diverge pushes its meeting point; a uniform one does not")
  void aBranchThatMayDivergePushesItsMeetingPoint() {
    Board branching = new Board("gtx280", "compiler.predicated=0");
    String divergent =
        code(
            branching,
            "setp.eq.s32 %p1, %r2, 3; @%p1 bra END; st.global.b32 [%rd5], %r2; END: st.global.b32 [%rd4], %r2;");
    assertThat(divergent).contains("joinat");
    String uniform =
        code(
            "setp.eq.s32 %p1, %r3, 3; @%p1 bra END; st.global.b32 [%rd5], %r2; END: st.global.b32 [%rd4], %r2;");
    assertThat(uniform).contains("bra B").doesNotContain("joinat");
  }

  @Test
  @DisplayName("registers of the tiled matrix multiply: the 10 of nvcc on a G80")
  void theTiledMatrixMultiplyTakes10Registers() {
    Kernel matmul = Kernels.corpus("matmul");
    assertThat(new Board("8800gtx").device.lower(matmul).registers()).isEqualTo(10);
    // 16 leave a GT200 as many blocks of any size: a load stands early there.
    assertThat(gtx280.device.lower(matmul).registers()).isEqualTo(11);
  }
}
