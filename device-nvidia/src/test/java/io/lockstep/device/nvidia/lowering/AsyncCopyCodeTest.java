// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.sm.code.SassCode;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The machine code of asynchronous copies. */
class AsyncCopyCodeTest {
  private static final DeviceSpec DEVICE = TestDevices.of(Capability.AMPERE);
  private static final String COPY = "cp.async.cg.shared.global [%r2], [%d1], 16;\n";

  private static SassCode code(DeviceSpec spec, String text) {
    String ptx =
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
            + ".reg .pred %p<3>;\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n"
            + ".shared .align 16 .b8 s[8192];\n"
            + "ld.param.u64 %d0, [p];\nmov.u32 %r0, %tid.x;\nmul.wide.u32 %d2, %r0, 16;\n"
            + "add.s64 %d1, %d0, %d2;\nmov.u32 %r1, s;\nshl.b32 %r2, %r0, 4;\n"
            + "add.s32 %r2, %r2, %r1;\nsetp.lt.u32 %p1, %r0, 7;\nselp.b32 %r4, 16, 0, %p1;\n"
            + text
            + "bar.sync 0;\nld.shared.u32 %r3, [s];\nst.global.u32 [%d0], %r3;\nret;\n}\n";
    return new SassLowering(spec).lower(Kernels.ptx("k", ptx).get(0));
  }

  private static List<String> lines(SassCode code, String name) {
    return code.assembly().lines().filter(l -> l.contains(" " + name)).toList();
  }

  @ParameterizedTest
  @EnumSource(
      value = Capability.class,
      names = {"AMPERE", "AMPERE_GRAPHICS", "HOPPER"})
  void aCopyIsOneInstructionWithoutRegistersForTheData(Capability capability) {
    DeviceSpec spec = TestDevices.of(capability);
    SassCode copies = code(spec, COPY.repeat(3) + "cp.async.wait_all;\n");
    assertThat(lines(copies, "LDGSTS.E.BYPASS.128")).hasSize(3);
    assertThat(lines(copies, "LDG.")).isEmpty();
    assertThat(lines(copies, "LDGDEPBAR")).hasSize(1);
    assertThat(lines(copies, "STS")).isEmpty();
    assertThat(lines(copies, "DEPBAR.LE")).hasSize(1);
    SassCode loads = code(spec.with("compiler.without", "async_copies"), COPY.repeat(3));
    assertThat(copies.registers()).isLessThan(loads.registers());
  }

  @Test
  void aCopyNamesBothAddressesWithTheirOffsets() {
    String copy = "cp.async.ca.shared.global [%r2+32], [%d1+64], 4;\n";
    assertThat(lines(code(DEVICE, copy), "LDGSTS"))
        .singleElement()
        .asString()
        .matches(".*LDGSTS\\.E \\[R\\d+\\+0x20], \\[R\\d+\\.64\\+0x40].*");
  }

  @Test
  void aBulkCopyIsAnInstructionFor256Bytes() {
    String copy =
        "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r2+32], [%d1+64], SIZE,"
            + " [s];\n";
    SassCode code = code(TestDevices.of(Capability.HOPPER), copy.replace("SIZE", "528"));
    assertThat(lines(code, "UBLKCP ")).hasSize(3);
    assertThat(lines(code, "UBLKCP ").get(1))
        .matches(".*UBLKCP \\[R\\d+\\+0x120], \\[R\\d+\\.64\\+0x140].*");
    assertThat(lines(code, "UBLKCP.TX")).hasSize(1);
    assertThat(lines(code, "LDG")).isEmpty();
    assertThat(code.bytes).contains(256, 16).doesNotContain(528);
    assertThat(code.hasCopies).isTrue();
    String twice = COPY.replace("%r2", "%r2+16").replace("%d1", "%d1+16");
    assertThat(lines(code(DEVICE, COPY + twice), "LDGSTS")).hasSize(2);
  }

  @Test
  void anExperimentCanMakeALoadAndAStoreOfACopy() {
    SassCode code =
        code(
            DEVICE.with("compiler.without", "async_copies"),
            COPY + "cp.async.commit_group;\ncp.async.wait_group 0;\n");
    assertThat(lines(code, "LDGSTS")).isEmpty();
    assertThat(lines(code, "LDG.128")).hasSize(1);
    assertThat(lines(code, "STS.128")).hasSize(1);
    assertThat(lines(code, "DEPBAR.LE")).isEmpty();
    assertThat(lines(code, "LDGDEPBAR")).isEmpty();
    assertThat(code.hasCopies).isTrue();
  }

  @Test
  void noAccessPassesTheEndOfAGroupOrAWait() {
    SassCode code =
        code(
            DEVICE,
            COPY
                + "cp.async.commit_group;\n"
                + COPY.replace("%d1", "%d1+512")
                + "cp.async.commit_group;\ncp.async.wait_group 1;\nld.shared.u32 %r5, [%r2];\n"
                + "st.global.u32 [%d1], %r5;\n");
    assertThat(code.assembly().lines().filter(l -> l.matches(".*(LDGSTS|DEPBAR|LDS|STG).*")))
        .extracting(l -> l.replaceAll(".*(LDGSTS|LDGDEPBAR|DEPBAR\\.LE|LDS|STG).*", "$1"))
        .startsWith("LDGSTS", "LDGDEPBAR", "LDGSTS", "LDGDEPBAR", "DEPBAR.LE", "LDS", "STG");
  }

  @Test
  void aCopyOfAllBytesOrNoneIsPredicated() {
    SassCode code = code(DEVICE, COPY.replace("16;", "16, %r4;") + "cp.async.wait_all;\n");
    assertThat(lines(code, "LDGSTS")).hasSize(2).allMatch(l -> l.matches(".*@!?P\\d.*"));
    assertThat(lines(code, "BRA")).isEmpty();
  }
}
