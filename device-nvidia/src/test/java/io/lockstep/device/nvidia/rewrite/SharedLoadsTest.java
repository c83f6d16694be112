// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.lowering.SassLowering;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.SassCode;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads of adjacent words of shared memory, the first at %a, which is a multiple of 16. */
class SharedLoadsTest {
  private static final String LOW = "ld.shared.f32 %f0, [%a];\n";
  private static final String HIGH = "ld.shared.f32 %f1, [%a+4];\n";

  @Test
  void fourAdjacentWordsAreOneLoadThatServesAllTheirSlots() {
    SassCode code =
        lowered(
            TestDevices.of(Capability.AMPERE),
            LOW + "ld.shared.f32 %f2, [%a+8];\n" + HIGH + "ld.shared.f32 %f3, [%a+12];\n");
    int row = row(code, AccessKind.LOAD);

    assertThat(loads(code)).singleElement().asString().contains("LDS.128");
    assertThat(code.bytes[row]).isEqualTo(16);
    assertThat(code.slot[row]).isZero();
    assertThat(code.joined[row]).containsExactly(2, 1, 3);
  }

  @Test
  void wordsThatBeginAtAnOddMultipleOfTheirWidthStayApart() {
    assertThat(loads(HIGH + "ld.shared.f32 %f2, [%a+8];\n")).hasSize(2);
    assertThat(loads(LOW + "ld.shared.f32 %f2, [%a+8];\n")).hasSize(2);
    assertThat(loads("ld.shared.f32 %f0, [%u];\nld.shared.f32 %f1, [%u+4];\n")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "st.shared.f32 [%u], %f4;",
        "bar.sync 0;",
        "membar.cta;",
        "atom.shared.add.u32 %r3, [%u], %r0;",
        "mov.u32 %r3, %clock;\nst.global.u32 [%d0+64], %r3;",
      })
  void noLoadPassesWhatMayChangeMemoryOrReadsTheClock(String between) {
    assertThat(loads(LOW + between + "\n" + HIGH)).hasSize(2);
  }

  @Test
  void volatileAndPredicatedLoadsStayApart() {
    assertThat(loads(LOW.replace("ld.", "ld.volatile.") + HIGH.replace("ld.", "ld.volatile.")))
        .hasSize(2);
    assertThat(loads("mov.f32 %f1, 0f00000000;\n" + LOW + "@%p0 " + HIGH)).hasSize(2);
  }

  @Test
  void aBaseThatIsWrittenBetweenTheLoadsKeepsThemApart() {
    assertThat(loads(LOW + "add.u32 %a, %a, 16;\n" + HIGH)).hasSize(2);
  }

  @Test
  void anExperimentCanLeaveTheStepOut() {
    DeviceSpec without = TestDevices.of(Capability.AMPERE).with("compiler.without", "shared_loads");

    assertThat(loads(lowered(without, LOW + HIGH))).hasSize(2);
    assertThat(loads(LOW + HIGH)).singleElement().asString().contains("LDS.64");
  }

  @Test
  void whatWasLoadedIsNotLoadedAgain() {
    String repeated = "ld.shared.f32 %f2, [%a];\n";

    assertThat(loads(LOW + repeated)).hasSize(1);
    assertThat(loads(LOW + "st.shared.f32 [%u], %f4;\n" + repeated)).hasSize(2);
    assertThat(loads(LOW + "add.u32 %a, %a, 16;\n" + repeated)).hasSize(2);
    assertThat(loads(LOW.replace("ld.", "ld.volatile.") + repeated.replace("ld.", "ld.volatile.")))
        .hasSize(2);
  }

  @Test
  void adjacentHalvesThatBecomeAWordAreOneLoad() {
    SassCode code = lowered(TestDevices.of(Capability.AMPERE), halves("%a", 0, 2) + WORD);
    int row = row(code, AccessKind.LOAD);

    assertThat(loads(code)).singleElement().asString().contains("LDS R");
    assertThat(code.assembly()).doesNotContain("PRMT");
    assertThat(code.bytes[row]).isEqualTo(4);
    assertThat(code.joined[row]).containsExactly(1);
  }

  /** As ptxas 13.0 packs them. */
  @Test
  void otherHalvesArePackedByOnePermutation() {
    for (String text : List.of(halves("%a", 2, 4), halves("%a", 0, 128), halves("%odd", 0, 2))) {
      SassCode code = lowered(TestDevices.of(Capability.AMPERE), text + WORD);
      assertThat(loads(code)).hasSize(2);
      assertThat(code.assembly()).containsOnlyOnce("PRMT").contains("0x5410");
    }
  }

  @Test
  void halvesThatAreReadByThemselvesStayApart() {
    String more = "st.global.u16 [%d0+64], %h1;\n";
    assertThat(loads(halves("%a", 0, 2) + WORD + more)).hasSize(2);
  }

  @Test
  void halvesThatArePackedTwiceArePackedOnce() {
    SassCode code =
        lowered(
            TestDevices.of(Capability.AMPERE),
            halves("%a", 0, 128) + WORD + WORD.replace("%r4", "%r5").replace("+32", "+36"));
    assertThat(code.assembly()).containsOnlyOnce("PRMT");
  }

  private static final String WORD = "mov.b32 %r4, {%h0, %h1};\nst.global.u32 [%d0+32], %r4;\n";

  private static String halves(String base, int low, int high) {
    return "ld.shared.u16 %%h0, [%s+%d];\nld.shared.u16 %%h1, [%s+%d];\n"
        .formatted(base, low, base, high);
  }

  private static int row(SassCode code, AccessKind kind) {
    int r = 0;
    while (code.access[r] != kind.ordinal() || code.pipe[r] != Pipe.SHARED.ordinal()) {
      r++;
    }
    return r;
  }

  private static List<String> loads(String text) {
    return loads(lowered(TestDevices.of(Capability.AMPERE), text));
  }

  private static List<String> loads(SassCode code) {
    return code.assembly().lines().filter(line -> line.contains("LDS")).toList();
  }

  private static SassCode lowered(DeviceSpec spec, String text) {
    StringBuilder stores = new StringBuilder();
    for (int f = 0; f < 4; f++) {
      boolean loaded = text.contains("f32 %f" + f);
      stores.append(loaded ? "st.global.f32 [%%d0+%d], %%f%d;\n".formatted(4 * f, f) : "");
    }
    String ptx =
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
            + ".shared .align 16 .b8 tile[4096];\n.reg .pred %p<2>;\n"
            + ".reg .b32 %r<9>, %a, %u, %s;\n.reg .b64 %d<9>;\n.reg .f32 %f<9>;\n.reg .b16 %h<3>;\n.reg .b32 %odd;\n"
            + "ld.param.u64 %d0, [p];\nmov.u32 %r0, %tid.x;\nsetp.gt.u32 %p0, %r0, 5;\n"
            + "mov.u32 %s, tile;\nshl.b32 %r1, %r0, 4;\nadd.u32 %a, %s, %r1;\n"
            + "shl.b32 %r2, %r0, 2;\nadd.u32 %u, %s, %r2;\n"
            + "shl.b32 %odd, %r0, 1;\nadd.u32 %odd, %s, %odd;\n"
            + "mov.f32 %f4, 0f3F800000;\n"
            + text
            + stores
            + "ret;\n}\n";
    return new SassLowering(spec).lower(Kernels.ptx("k", ptx).get(0));
  }
}
