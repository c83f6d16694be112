// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.frontend.TextTarget;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Type;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTargetsTest {
  private final Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
  private final Kernel plain = kernel(new KernelBuilder("plain", "test", "k.cu"));
  private final Kernel sized = kernel(new KernelBuilder("sized", "test", "k.cl").subGroups(32));
  private final Kernel own = plain.withOwnInstructionSet();

  private static Kernel kernel(KernelBuilder builder) {
    builder.add(builder.block(), InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return builder.build();
  }

  private TextTarget target(String device, Kernel... kernels) {
    return TextTargets.of(List.of(kernels), catalogue, catalogue.spec(device), "");
  }

  @Test
  void onlyProgramsThatDependOnTheDeviceHaveSeveralTexts() {
    assertThat(TextTargets.differ(List.of(plain))).isFalse();
    assertThat(TextTargets.differ(List.of(plain, sized))).isTrue();
    assertThat(TextTargets.differ(List.of(plain, own))).isTrue();
    assertThat(target("a100", plain)).isEqualTo(TextTarget.USUAL);
  }

  @Test
  void devicesShareATextIfTheyDoNotDifferInWhatKernelsDependOn() {
    assertThat(target("mi300a", sized)).isEqualTo(new TextTarget(64, 0));
    assertThat(target("a100", sized)).isEqualTo(target("gtx280", sized));
    assertThat(target("a100", own)).isEqualTo(new TextTarget(32, 80));
    assertThat(target("h100_sxm", own)).isEqualTo(target("gh200", own));
    assertThat(target("mi300a", own)).isEqualTo(target("gtx280", own));
    assertThat(target("mi300a", own, sized)).isEqualTo(new TextTarget(64, 0));
  }

  @Test
  void aDeviceThatCannotRunGetsTheUsualText() {
    assertThat(TextTargets.of(List.of(own), catalogue, catalogue.spec("a100"), "broken"))
        .isEqualTo(TextTarget.USUAL);
  }
}
