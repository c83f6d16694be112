// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.Specs;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations that machine instructions take in, as LLVM has them for the same kernels. */
class FoldingTest {
  private static String code(String kernel) {
    return code(kernel, Specs.of("mi210"));
  }

  private static String code(String kernel, DeviceSpec spec) {
    return new GcnLowering(new Chip("gfx90a", spec)).lower(Kernels.corpus(kernel)).assembly();
  }

  private static long count(String code, String mnemonic) {
    return code.lines().filter(l -> l.contains("  " + mnemonic + " ")).count();
  }

  @Test
  void aFlagIsAddedAsACarry() {
    assertThat(code("montecarlo")).contains("v_addc_co_u32 v:r26").doesNotContain("v_cndmask");
  }

  @Test
  void halvesAndBytesAreSelectedByTheirOnlyUser() {
    // Both halves of a random number become floats; four bytes of a word become LDS addresses.
    String halves = code("montecarlo");
    assertThat(count(halves, "v_cvt_f32_u32")).isEqualTo(2);
    assertThat(halves).doesNotContain("0xffff\n  v_cvt").doesNotContain(", 16\n");
    String bytes = code("histogram");
    assertThat(count(bytes, "ds_add_u32")).isEqualTo(4);
    assertThat(count(bytes, "v_bfe_u32") + count(bytes, "v_and_b32")).isZero();
  }

  @Test
  void aSumIsShiftedInOneInstruction() {
    assertThat(count(code("scan"), "v_add_lshl_u32")).isEqualTo(8);
  }

  @Test
  void aShiftUnderAMaskIsAFieldOfTheSource() {
    assertThat(count(code("bitonic"), "v_bfe_u32")).isEqualTo(1);
  }

  @Test
  void aConstantThatALoopStoresIsMovedBeforeIt() {
    String code = code("histogram");
    int loop = code.indexOf("ds_add_u32");
    assertThat(code.indexOf("v_mov_b32 v:tmp, 1")).isBetween(0, loop);
    assertThat(code.substring(code.indexOf(".L3:"), loop)).doesNotContain("v_mov_b32");
  }

  private static final String HEAD =
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p,"
          + " .param .u32 n, .param .u32 m) {\n.reg .pred %p;\n.reg .b32 %r<19>;\n.reg .f32 %f<9>;\n"
          + ".reg .b64 %d<9>;\nld.param.u64 %d0, [p];\nld.param.u32 %r10, [n];\n"
          + "ld.param.u32 %r11, [m];\nmov.u32 %r0, %tid.x;\nmul.wide.u32 %d1, %r0, 16;\n"
          + "add.s64 %d2, %d0, %d1;\nld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d2];\n";

  /** Vector instructions behind the load of r1 to r4. */
  private static List<String> text(String text) {
    DeviceSpec spec = Specs.of("mi300x");
    return new GcnLowering(new Chip("gfx942", spec))
        .lower(Kernels.ptx("k", HEAD + text + "st.global.u32 [%d2], %r9;\nret;\n}\n").get(0))
        .assembly()
        .lines()
        .map(line -> line.strip().split(" ")[0])
        .dropWhile(name -> !name.startsWith("global_load"))
        .filter(name -> name.startsWith("v_"))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "min.s32 %r5, %r1, %r2; min.s32 %r9, %r5, %r3;   | v_min3_i32",
        "max.u32 %r5, %r1, %r2; max.u32 %r9, %r3, %r5;   | v_max3_u32",
        "max.u32 %r5, %r1, %r10; max.u32 %r9, %r3, %r5;  | v_max3_u32",
        "max.s32 %r5, %r1, -9; min.s32 %r9, %r5, 9;      | v_med3_i32",
        "min.s32 %r5, %r1, 9; max.s32 %r9, %r5, -9;      | v_med3_i32",
        "max.u32 %r5, %r1, 9; min.u32 %r9, %r5, 20;      | v_med3_u32",
        "max.s32 %r5, %r1, 300; min.s32 %r9, %r5, 900;   | v_mov_b32 v_med3_i32",
        "min.s32 %r5, %r1, -9; max.s32 %r9, %r5, 9;      | v_min_i32 v_max_i32",
        "max.u32 %r5, %r1, 9; min.u32 %r9, %r5, 8;       | v_max_u32 v_min_u32",
        "max.u32 %r5, %r1, 9; min.u32 %r9, %r5, -1;      | v_med3_u32",
        "max.s32 %r5, %r1, 9; min.u32 %r9, %r5, 20;      | v_max_i32 v_min_u32",
        "max.s32 %r5, %r1, %r2; min.s32 %r9, %r5, %r3;   | v_max_i32 v_min_i32",
        "min.s32 %r5, %r1, %r10; min.s32 %r9, %r5, %r11; | v_min_i32 v_min_i32"
      })
  void extremaOfThreeAndClampsAreOneInstruction(String text, String expected) {
    assertThat(text(text)).containsExactly(expected.split(" "));
  }

  @ParameterizedTest
  @CsvSource({"min, v_min3_f32", "max, v_max3_f32"})
  void soAreExtremaOfFloats(String op, String expected) {
    String text =
        "mov.b32 %f1, %r1; mov.b32 %f2, %r2; mov.b32 %f3, %r3; OP.f32 %f4, %f1, %f2;"
            + " OP.f32 %f5, %f3, %f4; mov.b32 %r9, %f5;\n";
    assertThat(text(text.replace("OP", op))).contains(expected).doesNotContain("v_" + op + "_f32");
    assertThat(text(text.replace("OP", op).replaceFirst(op + ".f32", op + ".NaN.f32")))
        .doesNotContain(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "gt.u32, %r1, %r2, true",
    "ge.u32, %r1, %r2, true",
    "lt.u32, %r2, %r1, true",
    "gt.s32, %r1, %r2, false",
    "gt.u32, %r2, %r1, false", // the other way round: the difference is negative
    "gt.u32, %r1, %r3, false"
  })
  void theSumWithADifferenceIsOneInstruction(String test, String a, String b, boolean one) {
    String text =
        "setp.%s %%p, %s, %s; sub.u32 %%r5, %%r1, %%r2; sub.u32 %%r6, %%r2, %%r1;"
                .formatted(test, a, b)
            + " selp.b32 %r7, %r5, %r6, %p; add.u32 %r9, %r7, %r4;\n";
    if (one) {
      assertThat(text(text)).containsExactly("v_sad_u32");
    } else {
      assertThat(text(text)).contains("v_cndmask_b32").doesNotContain("v_sad_u32");
    }
  }

  @Test
  void withoutFoldingEachOperationIsAnInstruction() {
    DeviceSpec off = Specs.of("mi210").with("compiler.without", "folded_operands");
    assertThat(code("montecarlo", off)).contains("v_cndmask").doesNotContain("v_addc_co_u32 v:r26");
    assertThat(count(code("scan", off), "v_add_lshl_u32")).isZero();
    assertThat(count(code("bitonic", off), "v_bfe_u32")).isZero();
    assertThat(count(code("histogram", off), "v_bfe_u32")).isPositive();
  }
}
