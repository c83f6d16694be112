// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.cdna.Specs;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import org.junit.jupiter.api.Test;

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

  @Test
  void withoutFoldingEachOperationIsAnInstruction() {
    DeviceSpec off = Specs.of("mi210").with("compiler.without", "folded_operands");
    assertThat(code("montecarlo", off)).contains("v_cndmask").doesNotContain("v_addc_co_u32 v:r26");
    assertThat(count(code("scan", off), "v_add_lshl_u32")).isZero();
    assertThat(count(code("bitonic", off), "v_bfe_u32")).isZero();
    assertThat(count(code("histogram", off), "v_bfe_u32")).isPositive();
  }
}
