// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.cdna.Specs;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Atomics of all lanes on one word, beside the code of clang 19 for gfx942. */
class UniformAtomicsTest {
  private static final String HEAD =
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p,"
          + " .param .u32 v) {\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n.shared .b32 s[64];\n"
          + "ld.param.u64 %d0, [p];\nld.param.u32 %r0, [v];\nmov.u32 %r1, %tid.x;\n"
          + "mul.wide.u32 %d1, %r1, 4;\nadd.s64 %d2, %d0, %d1;\n";

  private static List<String> code(String text) {
    Chip chip = new Chip("gfx942", Specs.of("mi300x"));
    return new GcnLowering(chip)
        .lower(Kernels.ptx("k", HEAD + text + "ret;\n}\n").get(0))
        .assembly()
        .lines()
        .map(line -> line.strip().split(" ")[0])
        .toList();
  }

  @Test
  void oneLaneAddsForAll() {
    assertThat(code("red.global.add.u32 [%d0], 1;"))
        .containsSubsequence(
            "s_mov_b64",
            "v_mbcnt_lo_u32_b32",
            "v_mbcnt_hi_u32_b32",
            "v_cmp_eq_u32",
            "s_and_saveexec_b64",
            "s_cbranch_execz",
            "s_bcnt1_i32_b64",
            "v_mov_b32",
            "global_atomic_add",
            "s_or_b64")
        .doesNotContain("s_mul_i32");
  }

  @Test
  void theOldValueOfTheFirstLaneAndTheLanesBelowGiveEachItsOwn() {
    assertThat(code("atom.global.add.u32 %r2, [%d0], %r0; st.global.u32 [%d2], %r2;"))
        .containsSubsequence(
            "s_mul_i32",
            "global_atomic_add",
            "s_or_b64",
            "s_waitcnt",
            "v_readfirstlane_b32",
            "v_mul_lo_u32",
            "v_add_u32");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "red.global.max.s32 [%d0], %r0;",
        "red.global.and.b32 [%d0], %r0;",
        "red.global.xor.b32 [%d0], %r0;",
        "red.global.add.u64 [%d0], 3;",
        "red.shared.add.u32 [s], 1;",
        "atom.shared.or.b32 %r2, [s], %r0; st.global.u32 [%d2], %r2;"
      })
  void soAreTheOtherOperationsOnIntegers(String text) {
    assertThat(code(text)).contains("v_mbcnt_lo_u32_b32");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "red.global.add.u32 [%d2], 1;", // its own word for each lane
        "red.global.add.u32 [%d0], %r1;", // its own value
        "red.global.add.f32 [%d0], 0f3f800000;",
        "atom.global.exch.b32 %r2, [%d0], 1; st.global.u32 [%d2], %r2;"
      })
  void othersStay(String text) {
    assertThat(code(text)).doesNotContain("v_mbcnt_lo_u32_b32");
  }
}
