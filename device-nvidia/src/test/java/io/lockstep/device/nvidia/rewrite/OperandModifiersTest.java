// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.lowering.SassLowering;
import io.lockstep.testsupport.Kernels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Absolute values and negations of %f0, which is loaded, and saturation; %f9 is stored. */
class OperandModifiersTest {
  private static final String ABSOLUTE = "abs.f32 %f1, %f0;\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "add.f32 %f9, %f8, %f1;",
        "mul.f32 %f9, %f1, %f1;",
        "fma.rn.f32 %f9, %f8, %f8, %f1;",
        "min.f32 %f9, %f8, %f1;",
        "setp.lt.f32 %p1, %f1, %f8; selp.f32 %f9, %f1, %f8, %p1;",
        "cvt.rni.f32.f32 %f9, %f1;",
        "cvt.rzi.s32.f32 %r1, %f1; mov.b32 %f9, %r1;",
        "fma.rm.f32 %f9, %f8, %f1, %f8;",
        "rcp.approx.ftz.f32 %f9, %f1;",
        "mul.f32 %f2, %f1, %f8; sub.f32 %f9, %f2, %f1;",
      })
  void readersApplyAnAbsoluteValueAndANegation(String readers) {
    String plain = code(Capability.AMPERE, readers.replace("%f1", "%f0"));

    assertThat(instructions(code(Capability.AMPERE, ABSOLUTE + readers)))
        .isEqualTo(instructions(code(Capability.AMPERE, "neg.f32 %f1, %f0;\n" + readers)))
        .isEqualTo(instructions(plain));
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void readersInOtherBlocksApplyThemToAValueThatALoopCarries(Capability capability) {
    assertThat(code(capability, loop(""))).doesNotContainPattern("FADD R\\d+, R\\d+, RZ");
  }

  @Test
  void aReaderBehindAnotherWriterOfTheOperandDoesNot() {
    assertThat(code(Capability.AMPERE, loop("add.f32 %f0, %f0, 0f3F800000;\n")))
        .containsPattern("FADD R\\d+, R\\d+, RZ");
  }

  @Test
  void aValueThatIsStoredIsComputed() {
    assertThat(
            code(
                Capability.AMPERE, ABSOLUTE + "st.global.f32 [%d0+4], %f1; mul.f32 %f9, %f1, %f8;"))
        .containsPattern("FADD R\\d+, R\\d+, RZ");
  }

  @Test
  void aNegatedArgumentIsTheConstantOperand() {
    assertThat(code(Capability.AMPERE, "neg.f32 %f1, %f7;\nmul.f32 %f9, %f1, %f0;"))
        .containsPattern("FMUL R\\d+, R\\d+, c\\[0x0]\\[0x168]")
        .doesNotContain("FADD");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "add.f32 %f1, %f0, %f8;",
        "mul.f32 %f1, %f0, %f8;",
        "fma.rm.f32 %f1, %f0, %f8, %f8;"
      })
  void whatComputesAValueForAConversionSaturatesIt(String text) {
    String stored = code(Capability.AMPERE, text.replace("%f1", "%f9"));
    String saturated = code(Capability.AMPERE, text + "cvt.sat.f32.f32 %f9, %f1;");
    String read = "cvt.sat.f32.f32 %f9, %f1;\nst.global.f32 [%d0+4], %f1;";

    assertThat(instructions(saturated)).isEqualTo(instructions(stored));
    assertThat(code(Capability.AMPERE, text + read)).containsPattern("FADD R\\d+, R\\d+, RZ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"min.f32 %f1, %f0, %f8;", "ex2.approx.ftz.f32 %f1, %f0;"})
  void otherInstructionsDoNotSaturate(String text) {
    assertThat(code(Capability.AMPERE, text + "cvt.sat.f32.f32 %f9, %f1;"))
        .containsPattern("FADD R\\d+, R\\d+, RZ");
  }

  /** A loop that reads the absolute value of what it carries behind a barrier. */
  private static String loop(String before) {
    return "$L1:\n"
        + ABSOLUTE
        + "setp.lt.f32 %p2, %f8, %f1;\n@%p2 bra $L2;\n"
        + before
        + "bar.sync 0;\nmul.f32 %f2, %f1, %f8;\nadd.f32 %f0, %f0, %f2;\n"
        + "$L2:\nadd.u32 %r0, %r0, 3;\nsetp.lt.u32 %p0, %r0, 900;\n@%p0 bra $L1;\n"
        + "mov.f32 %f9, %f0;";
  }

  private static long instructions(String code) {
    return code.lines().filter(line -> line.contains(":S")).count();
  }

  private static String code(Capability capability, String text) {
    String ptx =
        ".version 8.0\n.target sm_80\n.address_size 64\n"
            + ".visible .entry k(.param .u64 p, .param .f32 q) {\n"
            + ".reg .b32 %r<9>;\n.reg .f32 %f<10>;\n.reg .b64 %d<9>;\n.reg .pred %p<9>;\n"
            + "ld.param.u64 %d0, [p];\nld.param.f32 %f7, [q];\nmov.u32 %r0, %tid.x;\n"
            + "ld.global.f32 %f0, [%d0];\nld.global.f32 %f8, [%d0+8];\n"
            + text
            + "\nst.global.f32 [%d0], %f9;\nret;\n}\n";
    SassLowering lowering = new SassLowering(TestDevices.of(capability));
    return lowering.lower(Kernels.ptx("k", ptx).get(0)).assembly();
  }
}
