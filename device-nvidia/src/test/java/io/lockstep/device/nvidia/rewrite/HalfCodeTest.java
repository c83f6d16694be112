// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.lowering.SassLowering;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Instructions on 16-bit floats, each of which ptxas 13.0 makes of the PTX instruction here. */
class HalfCodeTest {
  private static final String ARITHMETIC =
      ".*(SHF|PRMT|LOP3|SEL|SETP|IADD3|SGXT|F2F|HFMA|HADD|HMUL|HMNMX|FADD|FMUL|FFMA|FMNMX|MUFU).*";

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
        .filteredOn(line -> !line.matches(".*(SETP|FADD).*"))
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

  @ParameterizedTest
  @CsvSource({
    "ADA, 'cvt.rn.satfinite.e4m3x2.f32 %h3, %f1, %f2;', F2FP.SATFINITE.E4M3.F32.PACK_AB_MERGE_C",
    "ADA, 'cvt.rn.satfinite.e5m2x2.f32 %h3, %f1, %f2;', F2FP.SATFINITE.E5M2.F32.PACK_AB_MERGE_C",
    "HOPPER, 'cvt.rn.satfinite.relu.e4m3x2.f32 %h3, %f1, %f2;', PACK_AB_MERGE_C.RELU",
    "ADA, 'cvt.rn.satfinite.e4m3x2.f16x2 %h3, %r0;', F2FP.SATFINITE.E4M3.F16.UNPACK_B_MERGE_C",
    "HOPPER, 'cvt.rn.satfinite.relu.e5m2x2.f16x2 %h3, %r0;', UNPACK_B_MERGE_C.RELU",
    "BLACKWELL_GRAPHICS, 'cvt.rn.satfinite.e3m2x2.f32 %h3, %f1, %f2;', F2FP.SATFINITE.E3M2",
    "BLACKWELL_GRAPHICS, 'cvt.rn.satfinite.e2m3x2.f32 %h3, %f1, %f2;', F2FP.SATFINITE.E2M3"
  })
  void twoFloatsArePackedInBytesByOneInstruction(
      Capability capability, String text, String expected) {
    assertThat(arithmetic(capability, text + " cvt.u32.u16 %r3, %h3;"))
        .filteredOn(line -> !line.contains("LOP3"))
        .singleElement()
        .asString()
        .contains(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "ADA, 'cvt.rn.f16x2.e4m3x2 %r3, %h1;', F2FP.F16.E4M3.UNPACK_B R",
    "ADA, 'cvt.rn.f16x2.e5m2x2 %r3, %h1;', F2FP.F16.E5M2.UNPACK_B R",
    "HOPPER, 'cvt.rn.relu.f16x2.e4m3x2 %r3, %h1;', F2FP.F16.E4M3.UNPACK_B.RELU R",
    "HOPPER, 'cvt.rn.relu.f16x2.e5m2x2 %r3, %h1;', F2FP.F16.E5M2.UNPACK_B.RELU R",
    "BLACKWELL_GRAPHICS, 'cvt.rn.f16x2.e3m2x2 %r3, %h1;', F2FP.F16.E3M2.UNPACK_B R",
    "BLACKWELL_GRAPHICS, 'cvt.rn.f16x2.e2m3x2 %r3, %h1;', F2FP.F16.E2M3.UNPACK_B R",
    "HOPPER, 'cvt.rn.tf32.f32 %r3, %f1;', F2FP.TF32.F32.PACK_B R",
    "HOPPER, 'cvt.rz.tf32.f32 %r3, %f1;', F2FP.TF32.F32.PACK_B R",
    "HOPPER, 'cvt.rn.relu.tf32.f32 %r3, %f1;', F2FP.TF32.F32.PACK_B.RELU R",
    "AMPERE, 'cvt.rn.relu.bf16x2.f32 %r3, %f1, %f2;', F2FP.BF16.F32.PACK_AB.RELU R",
    "AMPERE, 'cvt.rn.relu.f16x2.f32 %r3, %f1, %f2;', F2FP.F16.F32.PACK_AB.RELU R"
  })
  void aConversionIsOneInstruction(Capability capability, String text, String expected) {
    assertThat(arithmetic(capability, "mov.b32 {%h1, %h2}, %r0;\n" + text))
        .singleElement()
        .asString()
        .contains(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "AMPERE, 'fma.rn.bf16x2 %r3, %r0, %r2, %r0;', HFMA2.BF16_V2 R",
    "HOPPER, 'fma.rn.bf16x2 %r3, %r0, %r2, %r0;', HFMA2.BF16_V2 R",
    "AMPERE, 'fma.rn.relu.bf16x2 %r3, %r0, %r2, %r0;', HFMA2.BF16_V2.RELU R",
    "AMPERE, 'fma.rn.relu.f16x2 %r3, %r0, %r2, %r0;', HFMA2.RELU R",
    "HOPPER, 'add.rn.bf16x2 %r3, %r0, %r2;', HADD2.BF16_V2 R",
    "HOPPER, 'sub.rn.bf16x2 %r3, %r0, %r2;', HADD2.BF16_V2 R",
    "HOPPER, 'mul.rn.bf16x2 %r3, %r0, %r2;', HMUL2.BF16_V2 R",
    "AMPERE, 'min.bf16x2 %r3, %r0, %r2;', HMNMX2.BF16_V2 R",
    "AMPERE, 'max.NaN.bf16x2 %r3, %r0, %r2;', HMNMX2.BF16_V2 R",
    "AMPERE, 'min.f16x2 %r3, %r0, %r2;', HMNMX2 R",
    "AMPERE, 'abs.bf16x2 %r3, %r0;', HFMA2.BF16_V2 R",
    "AMPERE, 'neg.bf16x2 %r3, %r0;', HFMA2.BF16_V2 R"
  })
  void bothHalvesAreOneInstruction(Capability capability, String text, String expected) {
    assertThat(arithmetic(capability, text)).singleElement().asString().contains(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "AMPERE, 'fma.rn.bf16 %h3, %h1, %h2, %h1;', HFMA2.BF16_V2 R",
    "HOPPER, 'add.rn.bf16 %h3, %h1, %h2;', HADD2.BF16_V2 R",
    "HOPPER, 'mul.rn.bf16 %h3, %h1, %h2;', HMUL2.BF16_V2 R",
    "AMPERE, 'max.bf16 %h3, %h1, %h2;', HMNMX2.BF16_V2 R",
    "HOPPER, 'tanh.approx.bf16 %h3, %h2;', MUFU.TANH.BF16_V2 R"
  })
  void oneBrainIsOneInstruction(Capability capability, String text, String expected) {
    String halves = "mov.b32 {%h1, %h2}, %r0;\n" + text + "\nmov.b32 %r3, {%h3, %h3};";

    assertThat(arithmetic(capability, halves))
        .filteredOn(line -> !line.contains("PRMT"))
        .singleElement()
        .asString()
        .contains(expected);
  }

  @ParameterizedTest
  @CsvSource({"f16x2, S06", "bf16x2, S04"})
  void chainsOnAnA100WaitAsLongAsThoseOfPtxas(String type, String stall) {
    String fma = "fma.rn." + type + " %r3, %r3, %r2, %r2;\n";

    assertThat(arithmetic(Capability.AMPERE, "mov.b32 %r3, %r0;\n" + fma + fma).get(0))
        .contains(":" + stall, "HFMA2");
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
        .version 8.8
        .target %s
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
    String target = "sm_" + capability.number().replace(".", "");
    SassLowering lowering = new SassLowering(TestDevices.of(capability));
    return lowering
        .lower(Kernels.ptx("k", ptx.replace("%s", target)).get(0))
        .assembly()
        .lines()
        .filter(line -> line.matches(ARITHMETIC))
        .toList();
  }
}
