// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.Specs;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Private arrays beside the code of clang 19 for gfx908 and gfx942. */
class LlvmArraysTest {
  private static final DeviceSpec MI300X = Specs.of("mi300x");
  private static final String DIVERGENT = "mov.u32 %i, %tid.x;\nand.b32 %i, %i, 7;\n";
  private static final String UNIFORM = "mov.u32 %i, %ctaid.x;\nand.b32 %i, %i, 7;\n";
  private static final String FILL =
      "st.local.f32 [%a], %f1;\nst.local.f32 [%a+4], %f2;\nst.local.f32 [%a+28], %f1;\n";
  private static final String AT = "mul.wide.u32 %d, %i, 4;\nadd.s64 %at, %a, %d;\n";
  private static final String READ = AT + "ld.local.f32 %f3, [%at];\n";

  @Test
  void anElementAtAnIndexOfALaneIsSelectedByComparisons() {
    List<String> code = code(32, DIVERGENT + FILL + READ);
    assertThat(code).filteredOn("v_cmp_eq_u32"::equals).hasSize(7);
    assertThat(code).filteredOn("v_cndmask_b32"::equals).hasSize(7);
    assertThat(code).noneMatch(LlvmArraysTest::isScratch);
  }

  @Test
  void aUniformIndexIsComparedInScalarRegisters() {
    List<String> code = code(32, UNIFORM + FILL + READ);
    assertThat(code).filteredOn(name -> name.startsWith("s_cmp_eq_")).hasSize(7);
    assertThat(code).filteredOn("v_cndmask_b32"::equals).hasSize(7);
    assertThat(code).noneMatch(LlvmArraysTest::isScratch);
  }

  @Test
  void aStoreSelectsForEachElementAndSharesTheComparisonsOfALoad() {
    String store = "st.local.f32 [%at], %f2;\nst.global.f32 [%o+4], %f3;\n";
    String text = DIVERGENT + FILL + READ + store + "ld.local.f32 %f3, [%at];\n";
    assertThat(code(32, text)).filteredOn("v_cmp_eq_u32"::equals).hasSize(8);
    assertThat(code(32, text)).filteredOn("v_cndmask_b32"::equals).hasSize(7 + 8 + 7);
  }

  @Test
  void anIndexThatChangesIsComparedAnew() {
    String text =
        DIVERGENT + FILL + READ + "st.global.f32 [%o+4], %f3;\nxor.b32 %i, %i, 1;\n" + READ;
    assertThat(code(32, text)).filteredOn("v_cmp_eq_u32"::equals).hasSize(14);
  }

  @Test
  void anArrayBehindAnotherIsOneOfItsOwn() {
    String second =
        "mul.wide.u32 %d2, %i, 4;\nadd.s64 %at2, %a, %d2;\nld.local.f32 %f3, [%at2+32];\n";
    List<String> code = code(64, DIVERGENT + FILL + READ + "st.global.f32 [%o+4], %f3;\n" + second);
    assertThat(code).filteredOn("v_cndmask_b32"::equals).hasSize(14);
    assertThat(code).filteredOn("v_cmp_eq_u32"::equals).hasSize(7);
  }

  @Test
  void otherMemoryStaysScratch() {
    assertThat(code(68, DIVERGENT + FILL + READ)).anyMatch(LlvmArraysTest::isScratch);
    assertThat(code(64, UNIFORM + FILL + READ)).anyMatch(LlvmArraysTest::isScratch);
    assertThat(code(32, DIVERGENT + FILL + READ.replace("ld.local.f32", "ld.volatile.local.f32")))
        .anyMatch(LlvmArraysTest::isScratch);
    assertThat(code(32, DIVERGENT + FILL + READ + "st.local.u8 [%at], %i;\n"))
        .anyMatch(LlvmArraysTest::isScratch);
    DeviceSpec without = MI300X.with("compiler.without", "promoted_arrays");
    assertThat(names(without, 32, DIVERGENT + FILL + READ)).anyMatch(LlvmArraysTest::isScratch);
  }

  @Test
  void aPromotedArrayHasNoPrivateMemory() {
    assertThat(lowered(MI300X, 32, DIVERGENT + FILL + READ).privateBytes()).isZero();
    assertThat(lowered(MI300X, 68, DIVERGENT + FILL + READ).privateBytes()).isEqualTo(68);
  }

  private static boolean isScratch(String name) {
    return name.startsWith("scratch_") || name.startsWith("buffer_");
  }

  private static List<String> code(int bytes, String text) {
    return names(MI300X, bytes, text);
  }

  private static List<String> names(DeviceSpec spec, int bytes, String text) {
    return lowered(spec, bytes, text)
        .assembly()
        .lines()
        .filter(l -> l.startsWith("  "))
        .map(l -> l.strip().split(" ")[0])
        .toList();
  }

  private static GcnKernel lowered(DeviceSpec spec, int bytes, String text) {
    String ptx =
        ".version 7.0\n.target sm_60\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
            + ".local .align 4 .b8 array["
            + bytes
            + "];\n.reg .b64 %o, %od, %a, %at, %d, %at2, %d2;\n.reg .b32 %i, %t;\n.reg .f32 %f<4>;\n"
            + "ld.param.u64 %o, [p];\nmov.u64 %a, array;\nmov.u32 %t, %tid.x;\n"
            + "mul.wide.u32 %od, %t, 32;\nadd.s64 %o, %o, %od;\nld.global.f32 %f1, [%o];\n"
            + "ld.global.f32 %f2, [%o+16];\n"
            + text
            + "st.global.f32 [%o], %f3;\nret;\n}\n";
    return new GcnLowering(Specs.chip("gfx942", spec)).lower(Kernels.ptx("k", ptx).get(0));
  }
}
