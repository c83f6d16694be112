// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.schedule;

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

/** A loop that adds to %f0 in several steps. */
class ReusedRegistersTest {
  private static final Pattern STEP = Pattern.compile("FFMA (R\\d+), .*, (R\\d+)\\S* *$");
  private static final String STEPS =
      "fma.rn.f32 %f3, %f1, %f2, %f0;\nfma.rn.f32 %f4, %f2, %f1, %f3;\n"
          + "fma.rn.f32 %f0, %f1, %f1, %f4;\n";

  private final DeviceSpec device = TestDevices.of(Capability.AMPERE);

  @Test
  void theStepsOfASumHaveTheRegisterOfTheSum() {
    assertThat(steps(device, STEPS)).hasSize(3).allMatch(m -> m.group(1).equals(m.group(2)));
  }

  @Test
  void anExperimentCanLeaveTheStepOut() {
    assertThat(steps(device.with("compiler.without", "reused_registers"), STEPS))
        .hasSize(3)
        .anyMatch(m -> !m.group(1).equals(m.group(2)));
  }

  @Test
  void aFormerSumThatIsReadLaterKeepsItsRegister() {
    String reads = STEPS.replace("%f1, %f1, %f4", "%f1, %f0, %f4");

    assertThat(steps(device, reads)).hasSize(3).anyMatch(m -> !m.group(1).equals(m.group(2)));
  }

  @Test
  void aStepWithTwoReadersHasARegisterOfItsOwn() {
    String twice = STEPS + "st.global.f32 [%d0+64], %f3;\n";

    assertThat(steps(device, twice)).hasSize(3).anyMatch(m -> !m.group(1).equals(m.group(2)));
  }

  private static List<Matcher> steps(DeviceSpec spec, String text) {
    String ptx =
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
            + ".reg .pred %p<2>;\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n.reg .f32 %f<9>;\n"
            + "ld.param.u64 %d0, [p];\nmov.u32 %r0, %tid.x;\nmov.f32 %f0, 0f00000000;\n"
            + "loop:\n.pragma \"nounroll\";\nld.global.f32 %f1, [%d0];\nld.global.f32 %f2, [%d0+4];\n"
            + text
            + "add.u32 %r0, %r0, 1;\nsetp.lt.u32 %p0, %r0, 100;\n@%p0 bra loop;\n"
            + "st.global.f32 [%d0], %f0;\nret;\n}\n";
    return new SassLowering(spec)
        .lower(Kernels.ptx("k", ptx).get(0))
        .assembly()
        .lines()
        .map(STEP::matcher)
        .filter(Matcher::find)
        .toList();
  }
}
