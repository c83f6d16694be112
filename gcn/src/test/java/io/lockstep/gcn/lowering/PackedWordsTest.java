// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.Specs;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations on both halves of words, beside the code of clang 19 for gfx908 and gfx942. */
class PackedWordsTest {
  private static final DeviceSpec MI300X = Specs.of("mi300x");
  private static final String HEAD =
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
          + ".reg .pred %p<2>;\n.reg .b16 %h<19>;\n.reg .b32 %r<19>;\n.reg .b64 %d<9>;\n"
          + "ld.param.u64 %d0, [p];\nmov.u32 %r0, %tid.x;\nmul.wide.u32 %d1, %r0, 16;\n"
          + "add.s64 %d2, %d0, %d1;\nld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d2];\n";

  /** Vector instructions of a text that computes r9 from the words r1 to r4, and stores. */
  private static List<String> code(DeviceSpec spec, String text) {
    return lowered(spec, text + "st.global.u32 [%d2], %r9;\n")
        .assembly()
        .lines()
        .map(line -> line.strip().split(" ")[0])
        .dropWhile(name -> !name.startsWith("global_load"))
        .filter(name -> name.startsWith("v_") || name.startsWith("global_store"))
        .toList();
  }

  private static GcnKernel lowered(DeviceSpec spec, String text) {
    Chip chip = new Chip(spec.choice("unit.isa"), spec);
    Kernel kernel = Kernels.ptx("k", HEAD + text + "ret;\n}\n").get(0);
    BitSet written = new BitSet();
    for (Block block : PackedWords.of(kernel, chip).kernel().blocks()) {
      for (Instruction i : block.instructions()) {
        assertThat(i.reads()).as("registers of " + i.op()).allMatch(written::get);
        i.writes().forEach(written::set);
      }
    }
    return new GcnLowering(chip).lower(kernel);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fma.rn.f16x2 %r9, %r1, %r2, %r3; | v_pk_fma_f16",
        "add.f16x2 %r9, %r1, %r2;         | v_pk_add_f16",
        "sub.f16x2 %r9, %r1, %r2;         | v_pk_add_f16",
        "mul.f16x2 %r9, %r1, %r2;         | v_pk_mul_f16",
        "min.f16x2 %r9, %r1, %r2;         | v_pk_min_f16",
        "max.f16x2 %r9, %r1, %r2;         | v_pk_max_f16"
      })
  void bothHalvesOfAWordAreOneOperation(String text, String expected) {
    for (String device : List.of("mi100", "mi300x")) {
      assertThat(code(Specs.of(device), text)).containsExactly(expected, "global_store_dword");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "add.s16 %h5, %h1, %h3; add.s16 %h6, %h2, %h4;       | v_pk_add_u16",
        "sub.s16 %h5, %h1, %h3; sub.s16 %h6, %h2, %h4;       | v_pk_sub_i16",
        "mul.lo.s16 %h5, %h1, %h3; mul.lo.s16 %h6, %h2, %h4; | v_pk_mul_lo_u16",
        "min.s16 %h5, %h1, %h3; min.s16 %h6, %h2, %h4;       | v_pk_min_i16",
        "max.u16 %h5, %h1, %h3; max.u16 %h6, %h2, %h4;       | v_pk_max_u16",
        "shl.b16 %h5, %h1, 3; shl.b16 %h6, %h2, 3;           | v_pk_lshlrev_b16",
        "shr.s16 %h5, %h1, 3; shr.s16 %h6, %h2, 3;           | v_pk_ashrrev_i16",
        "shr.u16 %h5, %h1, 3; shr.u16 %h6, %h2, 4;           | v_pk_lshrrev_b16",
        "{.reg .b32 %a, %b; and.b32 %r5, %r2, 0xf000f; mov.b32 {%h7, %h8}, %r5;"
            + " cvt.u32.u16 %a, %h7; cvt.u32.u16 %b, %h8; shl.b16 %h5, %h1, %a;"
            + " shl.b16 %h6, %h2, %b;}                       | v_and_b32 v_pk_lshlrev_b16",
        "and.b16 %h5, %h1, %h3; and.b16 %h6, %h2, %h4;       | v_and_b32"
      })
  void soAreThoseOfIntegers(String text, String expected) {
    String all = "mov.b32 {%h1, %h2}, %r1; mov.b32 {%h3, %h4}, %r2;\n" + text;
    assertThat(code(MI300X, all + "mov.b32 %r9, {%h5, %h6};\n"))
        .containsExactly((expected + " global_store_dword").split(" "));
  }

  @Test
  void aChainKeepsItsWordsInRegisters() {
    String add = "add.s16 %h5, %h1, %h3; add.s16 %h6, %h2, %h4;\n";
    String max = "max.s16 %h8, %h6, %h4; max.s16 %h7, %h5, %h3;\n"; // as clang writes short2
    assertThat(
            code(
                MI300X,
                "mov.b32 {%h1, %h2}, %r1; mov.b32 {%h3, %h4}, %r2;\n"
                    + add
                    + max
                    + "mov.b32 %r9, {%h7, %h8};\n"))
        .containsExactly("v_pk_add_u16", "v_pk_max_i16", "global_store_dword");
  }

  @Test
  void aPairThatIsReadSeveralTimesIsComputedOnce() {
    StringBuilder text = new StringBuilder("mov.b32 {%h1, %h2}, %r1;\n.reg .b16 %s<50>;\n");
    text.append("add.s16 %s0, %h1, %h1; add.s16 %s1, %h2, %h2;\n");
    for (int k = 2; k < 42; k += 2) {
      text.append("mul.lo.s16 %s%d, %s%d, %s%d;\n".replace("%s", "%%s").formatted(k, k - 2, k - 2));
      text.append(
          "mul.lo.s16 %s%d, %s%d, %s%d;\n".replace("%s", "%%s").formatted(k + 1, k - 1, k - 1));
    }
    List<String> code = code(MI300X, text + "mov.b32 %r9, {%s40, %s41};\n");
    assertThat(code).filteredOn("v_pk_mul_lo_u16"::equals).hasSize(20);
    assertThat(code).hasSize(22).contains("v_pk_add_u16");
  }

  @Test
  void packedSumsAreNoPartOfOperationsOfThreeOperands() {
    String text =
        "mov.b32 {%h1, %h2}, %r1; mov.b32 {%h3, %h4}, %r2; add.s16 %h5, %h1, %h3;"
            + " add.s16 %h6, %h2, %h4; add.s16 %h7, %h5, %h3; add.s16 %h8, %h6, %h4;"
            + " mov.b32 %r9, {%h7, %h8};\n";
    assertThat(code(MI300X, text))
        .containsExactly("v_pk_add_u16", "v_pk_add_u16", "global_store_dword");
  }

  @Test
  void aLoopHasTheInstructionsOfLlvm() {
    String loop =
        "mov.u32 %r8, 9;\nL: fma.rn.f16x2 %r1, %r1, %r2, %r2; fma.rn.f16x2 %r3, %r3, %r2, %r2;\n"
            + "add.s32 %r8, %r8, -1; setp.ne.s32 %p1, %r8, 0; @%p1 bra L;\n"
            + "add.f16x2 %r9, %r1, %r3;\n";
    assertThat(code(MI300X, loop))
        .containsExactly("v_pk_fma_f16", "v_pk_fma_f16", "v_pk_add_f16", "global_store_dword");
  }

  @Test
  void eachLaneReadsEitherHalfOfItsOperands() {
    String text =
        "mov.b32 {%h1, %h2}, %r1; mov.b32 {%h3, %h4}, %r2;\n"
            + "mul.f16 %h5, %h2, %h3; mul.f16 %h6, %h1, %h3; mov.b32 %r9, {%h5, %h6};\n";
    assertThat(code(MI300X, text)).containsExactly("v_pk_mul_f16", "global_store_dword");
  }

  @Test
  void aWordOfOneHalfIsReadWhereItComesFrom() {
    String text =
        "mov.b32 {%h1, %h2}, %r1; mov.b32 %r5, {%h2, %h2}; fma.rn.f16x2 %r9, %r5, %r2, %r3;\n";
    assertThat(code(MI300X, text)).containsExactly("v_pk_fma_f16", "global_store_dword");
  }

  @Test
  void arithmeticChangesTheSignsOfItsOperands() {
    String text = "neg.f16x2 %r5, %r3; fma.rn.f16x2 %r9, %r1, %r2, %r5;\n";
    assertThat(code(MI300X, text)).containsExactly("v_pk_fma_f16", "global_store_dword");
    assertThat(code(MI300X, "neg.f16x2 %r9, %r3;")).contains("v_xor_b32");
  }

  @Test
  void halvesOfTwoWordsAreFirstPutTogether() {
    String text =
        "mov.b32 {%h1, %h2}, %r1; mov.b32 {%h3, %h4}, %r2; mov.b32 {%h5, %h6}, %r3;\n"
            + "fma.rn.f16 %h7, %h1, %h5, %h1; fma.rn.f16 %h8, %h4, %h6, %h2;\n"
            + "mov.b32 %r9, {%h7, %h8};\n";
    assertThat(code(MI300X, text))
        .containsExactly("v_perm_b32", "v_pk_fma_f16", "global_store_dword");
  }

  @Test
  void unrelatedHalvesStayOperationsOfTheirOwn() {
    String text =
        "mov.b32 {%h1, %h2}, %r1; mov.b32 {%h3, %h4}, %r2; mov.b32 {%h5, %h6}, %r3;\n"
            + "add.s16 %h7, %h1, %h3; add.s16 %h8, %h6, %h1; mov.b32 %r9, {%h7, %h8};\n";
    assertThat(code(MI300X, text)).contains("v_add_u16").doesNotContain("v_pk_add_u16");
  }

  @Test
  void aHalfThatIsReadBeforeTheOtherIsComputedStaysAnOperation() {
    String text =
        "mov.b32 {%h1, %h2}, %r1; add.s16 %h5, %h1, 5; cvt.s32.s16 %r5, %h5;"
            + " add.s16 %h6, %h2, 5; mov.b32 %r6, {%h5, %h6}; add.s32 %r9, %r5, %r6;\n";
    assertThat(code(MI300X, text)).contains("v_add_u16").doesNotContain("v_pk_add_u16");
  }

  @Test
  void aHalfThatIsReadElsewhereIsExtractedForThatReaderOnly() {
    String text =
        "mul.f16x2 %r5, %r1, %r2; mov.b32 {%h1, %h2}, %r5; cvt.f32.f16 %r6, %h2;\n"
            + "st.global.u32 [%d2+8], %r6; add.f16x2 %r9, %r5, %r2;\n";
    assertThat(code(MI300X, text))
        .containsExactlyInAnyOrder(
            "v_pk_mul_f16",
            "v_cvt_f32_f16", // selects the upper half (SDWA)
            "global_store_dword",
            "v_pk_add_f16",
            "global_store_dword");
  }

  @Test
  void anOperationOfOneHalfReadsItWhereItIs() {
    String text = "mov.b32 {%h1, %h2}, %r1; cvt.s32.s16 %r9, %h5;\n";
    for (String op : List.of("max.s16 %h5, %h1, 3;", "max.s16 %h5, %h2, 3;")) {
      assertThat(code(MI300X, text.replace("; cvt", "; " + op + " cvt")))
          .containsExactly("v_max_i16", "v_bfe_i32", "global_store_dword");
    }
    assertThat(code(MI300X, "mov.b32 {%h1, %h2}, %r1; cvt.u32.u16 %r9, %h1;"))
        .containsExactly("v_and_b32", "global_store_dword");
  }

  @Test
  void halvesOfDifferentWordsAreNotInOneRegister() {
    String text =
        "mov.b32 {%h1, %h2}, %r1; mov.b32 {%h3, %h4}, %r2; mul.f16 %h5, %h1, %h1;"
            + " mul.f16 %h6, %h3, %h3; cvt.f32.f16 %r5, %h5; cvt.f32.f16 %r6, %h6;"
            + " st.global.u32 [%d2+4], %r5; add.s32 %r9, %r1, %r6;\n";
    assertThat(code(MI300X, text)).contains("v_mul_f16").doesNotContain("v_pk_mul_f16");
  }

  @Test
  void aWordThatChangesBetweenItsExtractionAndTheOperationIsCopied() {
    String change = "add.u32 %r1, %r1, %r3;\n";
    String start = "mov.b32 {%h1, %h2}, %r1; mov.b32 {%h3, %h4}, %r2;\n";
    String end = "add.s16 %h5, %h1, %h3; add.s16 %h6, %h2, %h4; mov.b32 %r9, {%h5, %h6};\n";
    String use = "st.global.u32 [%d2+8], %r1;\n";
    assertThat(code(MI300X, start + end + change + use)).contains("v_pk_add_u16");
    assertThat(code(MI300X, start + change + end + use))
        .containsSubsequence("v_lshrrev_b32", "v_add_u32", "v_perm_b32", "v_pk_add_u16");
  }

  @Test
  void aResultReplacesAnOldValueBehindItsLastReader() {
    String start = "add.u32 %r9, %r3, %r4; mov.b32 {%h1, %h2}, %r1;\n";
    String sum = "add.s16 %h5, %h1, 5; add.s16 %h6, %h2, 5;\n";
    String use = "st.global.u32 [%d2+8], %r9;\n";
    String end = "mov.b32 %r9, {%h5, %h6}; st.global.u32 [%d2], %r9;\n";
    assertThat(lowered(MI300X, start + use + sum + end).assembly()).contains("pk_add_u16 v:r9,");
    assertThat(lowered(MI300X, start + sum + use + end).assembly()).contains("pk_add_u16 v:,");
  }

  @Test
  void halvesWithDifferentSignsAreNotPacked() {
    String text =
        "mov.b32 {%h1, %h2}, %r1; min.s16 %h5, %h1, 3; min.u16 %h6, %h2, 3;"
            + " mov.b32 %r9, {%h5, %h6};\n";
    assertThat(code(MI300X, text)).contains("v_min_i16", "v_min_u16");
  }

  @ParameterizedTest
  @ValueSource(strings = {"min.NaN.f16x2 %r9, %r1, %r2;", "add.sat.f16x2 %r9, %r1, %r2;"})
  void otherOperationsAreNotPacked(String text) {
    assertThat(code(MI300X, text)).noneMatch(name -> name.startsWith("v_pk"));
  }

  @Test
  void aSwitchAndTheRateOfHalvesTurnItOff() {
    String halves = "fma.rn.f16x2 %r9, %r1, %r2, %r3;";
    String shorts =
        "mov.b32 {%h1, %h2}, %r1; add.s16 %h5, %h1, %h1; add.s16 %h6, %h2, %h2;"
            + " mov.b32 %r9, {%h5, %h6};";
    DeviceSpec without = MI300X.with("compiler.without", "packed_words");
    assertThat(code(without, shorts)).doesNotContain("v_pk_add_u16");
    DeviceSpec single = MI300X.with("code.packed_f16", "1");
    assertThat(code(single, halves)).doesNotContain("v_pk_fma_f16");
    assertThat(code(single, shorts)).contains("v_pk_add_u16");
  }

  @Test
  void timeBelongsToTheOperationsOfTheKernel() {
    GcnKernel kernel =
        lowered(MI300X, "fma.rn.f16x2 %r9, %r1, %r2, %r3; st.global.u32 [%d2], %r9;\n");
    CodeOrigins origins = kernel.origins().orElseThrow();
    List<Integer> own = new ArrayList<>();
    for (int row = 0; row < origins.rows(); row++) {
      origins.split(row, 64, (instruction, ticks) -> own.add(instruction));
    }
    assertThat(own).doesNotContain(CodeOrigins.OWN);
  }
}
