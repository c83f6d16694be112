// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Instructions on 16-bit floats, each of which ptxas 13.0 makes of the PTX instruction here. */
class HalfCodeTest {
  private static final String ARITHMETIC =
      ".*(SHF|PRMT|LOP3|SEL|SETP|IADD3|SGXT|F2F|HFMA|HADD|HMUL).*";

  @ParameterizedTest
  @EnumSource(
      value = Capability.class,
      names = {"AMPERE", "AMPERE_GRAPHICS", "ADA", "HOPPER", "BLACKWELL_GRAPHICS"})
  void twoFloatsArePackedAsBf16ByOneInstruction(Capability capability) {
    assertThat(arithmetic(capability, "cvt.rn.bf16x2.f32 %r3, %f1, %f2;"))
        .singleElement()
        .asString()
        .contains("F2FP.BF16.F32.PACK_AB R");
  }

  @ParameterizedTest
  @CsvSource({
    "cvt.rn.bf16.f32, F2FP.BF16.F32.PACK_AB R",
    "cvt.rz.bf16.f32, F2FP.BF16.F32.PACK_AB.RZ R"
  })
  void aFloatIsRoundedToBf16ByOneInstruction(String conversion, String expected) {
    assertThat(arithmetic(Capability.AMPERE, conversion + " %h1, %f1; mov.b32 %r3, {%h1, %h1};"))
        .filteredOn(line -> !line.contains("PRMT"))
        .singleElement()
        .asString()
        .contains(expected, "RZ, R");
  }

  @Test
  void aFloatThatALoopCarriesIsRoundedByOneInstruction() {
    String loop = "again: add.f32 %f1, %f1, %f2; setp.lt.f32 %p1, %f1, 0f44000000; @%p1 bra again;";

    assertThat(arithmetic(Capability.AMPERE, loop + "\ncvt.rn.bf16x2.f32 %r3, %f1, %f2;"))
        .filteredOn(line -> !line.contains("SETP"))
        .singleElement()
        .asString()
        .contains("F2FP.BF16.F32.PACK_AB");
  }

  @Test
  void turingRoundsToBf16ByIntegers() {
    assertThat(arithmetic(Capability.TURING, "cvt.rn.bf16x2.f32 %r3, %f1, %f2;"))
        .hasSizeGreaterThan(8)
        .noneMatch(line -> line.contains("F2FP"));
  }

  @Test
  void roundingInSeveralInstructionsOfTheKernelStays() {
    String own =
        """
        shr.u32 %r3, %r0, 16;
        and.b32 %r3, %r3, 1;
        add.u32 %r5, %r0, 32767;
        add.u32 %r3, %r3, %r5;
        shr.u32 %r3, %r3, 16;
        setp.nan.f32 %p1, %f1, %f1;
        selp.b32 %r3, 32767, %r3, %p1;
        """;

    assertThat(arithmetic(Capability.AMPERE, own)).noneMatch(line -> line.contains("F2FP"));
  }

  @ParameterizedTest
  @CsvSource({
    "'fma.rn.f16x2 %r3, %r0, %r2, %r0;', HFMA2",
    "'add.rn.f16x2 %r3, %r0, %r2;', HADD2",
    "'mul.rn.f16x2 %r3, %r0, %r2;', HMUL2",
    "'fma.rn.f16x2 %r3, %r0, 1006648320, %r2;', HFMA2"
  })
  void bothHalvesAreComputedByOneInstruction(String text, String expected) {
    assertThat(arithmetic(Capability.AMPERE_GRAPHICS, text))
        .singleElement()
        .asString()
        .contains(expected + " R");
  }

  @Test
  void halvesOfDifferentWordsArePackedByAnotherInstruction() {
    String text =
        """
        mov.b32 {%h1, %h2}, %r0;
        add.rn.f16 %h3, %h1, %h2;
        add.rn.f16 %h4, %h2, %h2;
        mov.b32 %r3, {%h3, %h4};
        """;

    assertThat(arithmetic(Capability.AMPERE, text)).hasSize(3).noneMatch(l -> l.contains("SHF"));
  }

  @Test
  void anUpperHalfIsWidenedWithoutAShift() {
    String text = "mov.b32 {%h1, %h2}, %r0; cvt.f32.f16 %f3, %h2; mov.b32 %r3, %f3;";

    assertThat(arithmetic(Capability.AMPERE, text))
        .singleElement()
        .asString()
        .contains("HADD2.F32");
  }

  /** The instructions that compute %r3 of words %r0 and %r2, and of floats %f1 and %f2. */
  private static List<String> arithmetic(Capability capability, String text) {
    String ptx =
        """
        .version 8.0
        .target sm_80
        .address_size 64
        .visible .entry k(.param .u64 p) {
        .reg .b16 %h<9>;
        .reg .b32 %r<9>;
        .reg .f32 %f<9>;
        .reg .pred %p<3>;
        .reg .b64 %d<3>;
        ld.param.u64 %d0, [p];
        ld.global.u32 %r0, [%d0];
        ld.global.u32 %r2, [%d0+4];
        mov.b32 %f1, %r0;
        mov.b32 %f2, %r2;
        """
            + text
            + "\nst.global.u32 [%d0], %r3;\nret;\n}\n";
    SassLowering lowering = new SassLowering(TestDevices.of(capability));
    return lowering
        .lower(Kernels.ptx("k", ptx).get(0))
        .assembly()
        .lines()
        .filter(line -> line.matches(ARITHMETIC))
        .toList();
  }
}
