// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The machine code of accesses with a memory order: what ptxas 13.0 makes of the same accesses for
 * sm_75, sm_80, sm_90 and sm_120.
 */
class MemoryOrderCodeTest {
  private static final Pattern NAMES =
      Pattern.compile("\\b((MEMBAR|CGAERRBAR|ERRBAR|CCTL)[.A-Z]*|LD[GS]|ST[GS]|RED|ATOM[GS])\\b");

  private static String code(DeviceSpec spec, String text) {
    String ptx =
        ".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
            + ".reg .pred %p<3>;\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n.shared .align 4 .b8 s[4];\n"
            + "ld.param.u64 %d0, [p];\ncvta.to.global.u64 %d1, %d0;\nmov.u32 %r1, %tid.x;\n"
            + text
            + "\nret;\n}\n";
    return new SassLowering(spec).lower(Kernels.ptx("k", ptx).get(0)).assembly();
  }

  private static List<String> names(Capability capability, String text) {
    return names(code(TestDevices.of(capability), text));
  }

  private static List<String> names(String code) {
    return code.lines()
        .filter(line -> !line.startsWith("//"))
        .map(NAMES::matcher)
        .filter(Matcher::find)
        .map(Matcher::group)
        .toList();
  }

  private static String withoutClusters(Capability capability, String names) {
    return capability.isAtLeast(Capability.HOPPER) ? names : names.replace("CGAERRBAR ", "");
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void aReleaseToTheDeviceIsBehindAFence(Capability capability) {
    String fence = withoutClusters(capability, "MEMBAR.ALL.GPU ERRBAR CGAERRBAR ");
    assertThat(names(capability, "st.release.gpu.global.u32 [%d1], %r1;"))
        .containsExactly((fence + "STG").split(" "));
    assertThat(names(capability, "red.release.gpu.global.or.b32 [%d1], %r1;"))
        .containsSubsequence((fence + "RED").split(" "))
        .doesNotContain("CCTL.IVALL");
    assertThat(names(capability, "st.release.gpu.shared.u32 [s], %r1;"))
        .containsExactly((fence + "STS").split(" "));
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void anAcquisitionFromTheDeviceEmptiesTheFirstLevel(Capability capability) {
    assertThat(
            names(capability, "ld.acquire.gpu.global.u32 %r2, [%d1];\nst.global.u32 [%d1], %r2;"))
        .containsExactly("LDG", "CCTL.IVALL", "STG");
    String swap = "atom.acq_rel.sys.global.exch.b32 %r2, [%d1], %r1;\nst.global.u32 [%d1], %r2;";
    String fence = withoutClusters(capability, "MEMBAR.ALL.SYS ERRBAR CGAERRBAR ");
    assertThat(names(capability, swap))
        .containsExactly((fence + "ATOMG CCTL.IVALL STG").split(" "));
  }

  @ParameterizedTest
  @CsvSource({"TURING, LDS STG", "AMPERE, LDS STG", "HOPPER, LDS CCTL.IVALL STG"})
  void sharedMemoryIsAcquiredByAnEmptyFirstLevelFromHopperOn(Capability capability, String names) {
    String load = "ld.acquire.gpu.shared.u32 %r2, [s];\nst.global.u32 [%d1], %r2;";
    assertThat(names(capability, load)).containsExactly(names.split(" "));
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void withinABlockOnlyAReleaseHasAFence(Capability capability) {
    assertThat(names(capability, "st.release.cta.global.u32 [%d1], %r1;"))
        .containsExactly("MEMBAR.ALL.CTA", "STG");
    assertThat(
            names(capability, "ld.acquire.cta.global.u32 %r2, [%d1];\nst.global.u32 [%d1], %r2;"))
        .containsExactly("LDG", "STG");
  }

  @ParameterizedTest
  @CsvSource({"ld.relaxed.gpu.global.u32", "ld.volatile.global.u32", "ld.global.u32"})
  void accessesWithoutAnOrderHaveNoFence(String load) {
    assertThat(names(Capability.AMPERE, load + " %r2, [%d1];\nst.relaxed.gpu.u32 [%d1], %r2;"))
        .containsExactly("LDG", "STG");
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void theFirstLevelIsEmptiedOnceTheValueIsThere(Capability capability) {
    String code =
        code(
            TestDevices.of(capability),
            "ld.acquire.gpu.global.u32 %r2, [%d1];\nst.global.u32 [%d1+4], %r1;");
    String counter = code.replaceAll("(?s).*:W(\\d):[^\\n]* LDG .*", "$1");
    assertThat(counter).hasSize(1);
    assertThat(code).containsPattern("B-*" + counter + "-*:[^\\n]*CCTL.IVALL");
  }

  @ParameterizedTest
  @CsvSource({"st.release.gpu.global.u32 [%d1]", "red.release.gpu.global.or.b32 [%d1]"})
  void withoutMemoryOrdersTheAccessStandsAlone(String access) {
    DeviceSpec spec = TestDevices.of(Capability.AMPERE).with("compiler.without", "memory_orders");
    assertThat(names(code(spec, access + ", %r1;"))).doesNotContain("MEMBAR.ALL.GPU", "ERRBAR");
  }
}
