// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.lowering.SassLowering;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoopImmediatesTest {
  private static final DeviceSpec DEVICE = TestDevices.of(Capability.AMPERE);
  private static final String TWICE_AND_ONE = "fma.rn.f32 %f1, %f1, 0f40000000, 0f3f800000;";

  /** Number of instructions in a kernel's loop that copy the value one. */
  private static long copies(DeviceSpec device, String before, String body, String after) {
    String ptx =
        ".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 p,"
            + ".param .u32 n) {\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n.reg .f32 %f<50>;\n"
            + ".reg .pred %p<2>;\nld.param.u64 %d0, [p];\nld.param.u32 %r2, [n];\n"
            + "mov.u32 %r1, 0;\nmov.u32 %r0, %tid.x;\ncvt.rn.f32.u32 %f1, %r0;\n"
            + before
            + "loop:\n.pragma \"nounroll\";\n"
            + body
            + "add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p0, %r1, %r2;\n@%p0 bra loop;\n"
            + after
            + "st.global.f32 [%d0], %f1;\nret;\n}\n";
    String code = new SassLowering(device).lower(Kernels.ptx("k", ptx).get(0)).assembly();
    List<String> lines = code.lines().toList();
    assertThat(lines).anyMatch(line -> line.endsWith(", 0x3f800000")); // somewhere
    return lines.subList(lines.indexOf(".L1:"), lines.indexOf(".L2:")).stream()
        .filter(line -> line.endsWith(", 0x3f800000"))
        .count();
  }

  private static String repeated(int count, String line) {
    StringBuilder lines = new StringBuilder();
    for (int k = 0; k < count; k++) {
      lines.append(line.replace("#", "" + (10 + k)).replace("@", "" + (4 * k))).append('\n');
    }
    return lines.toString();
  }

  @Test
  void anImmediateIsCopiedBeforeALoopOfOneBlock() {
    DeviceSpec without = DEVICE.with("compiler.without", "loop_immediates");

    assertThat(copies(DEVICE, "", TWICE_AND_ONE, "")).isZero();
    assertThat(copies(without, "", TWICE_AND_ONE, "")).isEqualTo(1);
  }

  @Test
  void anImmediateStaysInALoopInWhichManyRegistersAreLive() {
    String before = repeated(20, "ld.global.f32 %f#, [%d0+@];");
    String after = repeated(20, "add.f32 %f1, %f1, %f#;");

    assertThat(copies(DEVICE, before, TWICE_AND_ONE, after)).isEqualTo(1);
  }

  @Test
  void anImmediateStaysInALoopWhoseLoadsNeedManyRegistersInFlight() {
    String loads = repeated(20, "ld.global.f32 %f#, [%d0+@]; add.f32 %f1, %f1, %f#;");

    assertThat(copies(DEVICE, "", loads + TWICE_AND_ONE, "")).isEqualTo(1);
  }
}
