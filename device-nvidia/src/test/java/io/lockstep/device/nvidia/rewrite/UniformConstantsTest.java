// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.lowering.SassLowering;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Constants at %c, an argument. */
class UniformConstantsTest {
  private static final String LOAD = "ld.const.f32 %f1, [%c+8];\n";
  private static final String VECTOR = " LDC R\\d+, \\[";
  private static final String SUM = "add.f32 %f3, %f0, %f1;\n";

  @ParameterizedTest
  @EnumSource(Capability.class)
  void arithmeticTakesAConstantInAUniformRegisterWhereTheChipHasThem(Capability capability) {
    String code = code(TestDevices.of(capability), LOAD + SUM);

    if (capability.isAtLeast(Capability.TURING)) {
      assertThat(code).containsPattern("ULDC UR\\d+, \\[UR\\d+\\+0x8]");
      assertThat(code).containsPattern("FADD R\\d+, R\\d+, UR").doesNotContainPattern(VECTOR);
    } else {
      assertThat(code).containsPattern(VECTOR).doesNotContain("UR");
    }
  }

  @Test
  void aUniformRegisterIsNotTheFirstOperand() {
    assertThat(ampere(LOAD + "fma.rn.f32 %f3, %f1, %f0, %f0;\n"))
        .containsPattern("FFMA R\\d+, R\\d+(\\.reuse)?, UR");
  }

  @Test
  void aConstantStaysInAVectorRegisterForReadersThatTakeNoUniformOne() {
    assertStays(LOAD + "ex2.approx.f32 %f3, %f1;\n");
    assertStays(LOAD + "mul.f32 %f3, %f1, %f1;\n");
    assertStays(LOAD + "fma.rn.f32 %f3, %f0, %f1, 0f40400000;\n");
    assertStays(LOAD + SUM + "st.global.f32 [%d0+4], %f1;\n");
    assertStays("mov.f32 %f1, %f0;\n@%p0 " + LOAD + SUM);
  }

  @Test
  void aReaderInAnotherBlockReadsAVectorRegister() {
    assertStays(
        LOAD
            + "bar.sync 0;\n$L1:\n"
            + SUM
            + "add.u32 %r0, %r0, 3;\n"
            + "setp.lt.u32 %p0, %r0, 900;\n@%p0 bra $L1;\n");
  }

  @Test
  void anAddressThatDiffersFromLaneToLaneStaysInVectorRegisters() {
    assertThat(ampere("mul.wide.u32 %d1, %r0, 4;\nadd.u64 %c, %c, %d1;\n" + LOAD + SUM))
        .containsPattern(VECTOR);
  }

  @Test
  void noBlockWantsMoreUniformRegistersThanThereAre() {
    StringBuilder text = new StringBuilder("mov.f32 %f3, %f0;\n");
    for (int k = 0; k < 100; k++) {
      text.append(
          "ld.const.f32 %%g%1$d, [%%c+%2$d];\nfma.rn.f32 %%f3, %%f3, %%g%1$d, %%f0;\n"
              .formatted(k, 4 * k));
    }
    String code = ampere(text.toString());

    assertThat(code.split("ULDC UR", -1)).hasSizeBetween(40, 63);
    assertThat(code).doesNotContain("UR63").containsPattern(VECTOR);
  }

  @Test
  void anExperimentCanLeaveTheStepOut() {
    DeviceSpec without =
        TestDevices.of(Capability.AMPERE).with("compiler.without", "uniform_constants");

    assertThat(code(without, LOAD + SUM)).containsPattern(VECTOR);
  }

  private static void assertStays(String text) {
    assertThat(ampere(text)).containsPattern(VECTOR).doesNotContain("ULDC UR");
  }

  private static String ampere(String text) {
    return code(TestDevices.of(Capability.AMPERE), text);
  }

  private static String code(DeviceSpec spec, String text) {
    String ptx =
        ".version 8.0\n.target sm_60\n.address_size 64\n"
            + ".visible .entry k(.param .u64 p, .param .u64 q) {\n"
            + ".reg .pred %p<2>;\n.reg .b32 %r<9>;\n.reg .b64 %d<9>, %c;\n.reg .f32 %f<9>, %g<100>;\n"
            + "ld.param.u64 %d0, [p];\nld.param.u64 %c, [q];\nmov.u32 %r0, %tid.x;\n"
            + "setp.gt.u32 %p0, %r0, 5;\ncvt.rn.f32.u32 %f0, %r0;\n"
            + text
            + "st.global.f32 [%d0], %f3;\nret;\n}\n";
    return new SassLowering(spec).lower(Kernels.ptx("k", ptx).get(0)).assembly();
  }
}
