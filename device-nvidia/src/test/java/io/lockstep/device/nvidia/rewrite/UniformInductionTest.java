// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.lowering.SassLowering;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UniformInductionTest {
  private static final DeviceSpec HOPPER = TestDevices.of(Capability.HOPPER);
  private static final Pattern UNIFORM = Pattern.compile("UMOV|UIADD3(\\.X)?|USHF\\S*|ULDC\\.64");

  private static final String ADD = "add.u32 %r3, %r3, %r1;";
  private static final String SIGN =
      "cvt.s64.s32 %d1, %r1; shr.s64 %d2, %d1, 40; cvt.u32.u64 %r5, %d2; add.u32 %r3, %r3, %r5;";
  private static final String POINTER =
      "mul.wide.u32 %d1, %r0, 4; add.s64 %d2, %d3, %d1; ld.global.u32 %r5, [%d2];"
          + "add.u32 %r3, %r3, %r5; add.s64 %d3, %d3, 64;";

  /** The loop of a kernel that counts %r1 from zero to a number. */
  private static List<String> loop(DeviceSpec device, String bound, String body) {
    String ptx =
        ".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 p,"
            + ".param .u32 n) {\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n.reg .pred %p<2>;\n"
            + "ld.param.u64 %d0, [p];\nld.param.u32 %r2, [n];\nmov.u32 %r0, %tid.x;\n"
            + "mov.u32 %r3, %r0;\nmov.u32 %r1, 0;\nmov.b64 %d3, %d0;\nloop:\n.pragma \"nounroll\";\n"
            + body
            + "add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p0, %r1, "
            + bound
            + ";\n@%p0 bra loop;\nst.global.u32 [%d0], %r3;\nret;\n}\n";
    String code = new SassLowering(device).lower(Kernels.ptx("k", ptx).get(0)).assembly();
    List<String> lines = code.lines().toList();
    return lines.subList(lines.indexOf(".L1:"), lines.indexOf(".L2:"));
  }

  private static List<String> uniform(List<String> code) {
    return code.stream().map(UNIFORM::matcher).filter(Matcher::find).map(Matcher::group).toList();
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void aCounterIsUniformFromHopperOn(Capability capability) {
    boolean hopper = capability.isAtLeast(Capability.HOPPER);
    List<String> code = loop(TestDevices.of(capability), "%r2", ADD);

    assertThat(uniform(code)).isEqualTo(hopper ? List.of("UIADD3") : List.of());
    assertThat(code).filteredOn(l -> l.contains("ISETP.GT.AND")).hasSize(hopper ? 1 : 0);
  }

  @Test
  void shiftsOfACounterAreUniform() {
    assertThat(uniform(loop(HOPPER, "%r2", SIGN)))
        .contains("UIADD3")
        .anyMatch("USHF.R.S32.HI"::equals);
  }

  @Test
  void aCounterStaysInAVectorRegisterIfThreadsMakeDifferentTripsOrAnAddressReadsIt() {
    String address = "shl.b32 %r5, %r1, 2; ld.shared.u32 %r6, [%r5]; add.u32 %r3, %r3, %r6;";

    assertThat(uniform(loop(HOPPER, "%r0", ADD))).isEmpty();
    assertThat(uniform(loop(HOPPER, "%r2", address))).isEmpty();
    assertThat(uniform(loop(HOPPER.with("compiler.without", "uniform_induction"), "%r2", ADD)))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void aPointerThatStartsAtAnArgumentIsUniformFromTuringOn(Capability capability) {
    List<String> code = loop(TestDevices.of(capability), "%r2", POINTER);
    boolean turing = capability.isAtLeast(Capability.TURING);

    assertThat(code).filteredOn(l -> l.contains("UIADD3.X")).hasSize(turing ? 1 : 0);
    assertThat(code)
        .filteredOn(l -> l.contains(" MOV R") && l.contains(", UR"))
        .hasSize(turing ? 2 : 0);
    assertThat(uniform(loop(TestDevices.of(capability), "%r0", POINTER)))
        .noneMatch(l -> l.startsWith("UIADD3"));
  }
}
