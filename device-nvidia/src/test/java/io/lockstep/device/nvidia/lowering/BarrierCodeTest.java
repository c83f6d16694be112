// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.SassCode;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The machine code of barriers in shared memory. What is expected is what ptxas 13.0 makes of the
 * same operations for sm_80, sm_90 and sm_120, without its loops over divergent lanes; a shift is a
 * product in another pipe.
 */
class BarrierCodeTest {
  private static SassCode code(Capability capability, String text) {
    String ptx =
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p,"
            + " .param .u32 n) {\n.reg .pred %p<3>;\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n"
            + ".shared .align 16 .b8 s[64];\nld.param.u64 %d0, [p];\nld.param.u32 %r1, [n];\n"
            + text
            + "ret;\n}\n";
    return new SassLowering(TestDevices.of(capability)).lower(Kernels.ptx("k", ptx).get(0));
  }

  /** The names of the instructions without those that load arguments and windows. */
  private static List<String> names(SassCode code, String wanted) {
    return code.assembly()
        .lines()
        .filter(l -> l.matches(".* (" + wanted + ")(\\.| ).*"))
        .map(l -> l.replaceAll(".* ((" + wanted + ")[.A-Z0-9_]*).*", "$1"))
        .toList();
  }

  private static final String ALL =
      "IADD3|SHF|IMAD.SHL|STS|ATOMS|LDS|SYNCS|ARRIVES|MEMBAR|LOP3|ISETP";

  @ParameterizedTest
  @EnumSource(
      value = Capability.class,
      names = {"AMPERE", "AMPERE_GRAPHICS", "ADA"})
  void untilAdaABarrierIsMadeByAStore(Capability capability) {
    assertThat(names(code(capability, "mbarrier.init.shared.b64 [s], %r1;\n"), ALL))
        .containsExactly("IADD3", "IADD3", "STS.64");
  }

  @ParameterizedTest
  @EnumSource(
      value = Capability.class,
      names = {"HOPPER", "BLACKWELL_GRAPHICS"})
  void fromHopperOnABarrierIsMadeByAnExchange(Capability capability) {
    assertThat(names(code(capability, "mbarrier.init.shared.b64 [s], %r1;\n"), ALL))
        .containsExactly("IADD3", "IMAD.SHL.U32", "IMAD.SHL.U32", "SYNCS.EXCH.64");
  }

  @Test
  void anArrivalIsAFenceAndAnAtomicOrOneInstruction() {
    String arrive = "mbarrier.arrive.shared.b64 %d1, [s];\nst.global.u64 [%d0], %d1;\n";
    assertThat(names(code(Capability.AMPERE, arrive), ALL))
        .containsExactly("MEMBAR.ALL.CTA", "ATOMS.ARRIVE.64");
    assertThat(names(code(Capability.HOPPER, arrive), ALL)).containsExactly("SYNCS.ARRIVE.TRANS64");
    String relaxed = arrive.replace(".arrive.shared", ".arrive.relaxed.cta.shared");
    assertThat(names(code(Capability.AMPERE, relaxed), ALL)).containsExactly("ATOMS.ARRIVE.64");
  }

  @Test
  void droppingOutTakesTwoAtomicsOrOneInstruction() {
    String drop = "mbarrier.arrive_drop.shared.b64 %d1, [s];\nst.global.u64 [%d0], %d1;\n";
    assertThat(names(code(Capability.AMPERE, drop), ALL))
        .containsExactly("MEMBAR.ALL.CTA", "ATOMS.ARRIVE.DROP.64", "ATOMS.ARRIVE.64");
    assertThat(names(code(Capability.HOPPER, drop), ALL)).containsExactly("SYNCS.ARRIVE.TRANS64");
  }

  @Test
  void aTestIsALoadAndAComparisonOrOneInstruction() {
    String test =
        "ld.global.u64 %d2, [%d0];\nwait: mbarrier.test_wait.shared.b64 %p1, [s], %d2;\n"
            + "@!%p1 bra wait;\n";
    SassCode ampere = code(Capability.AMPERE, test);
    assertThat(names(ampere, ALL)).containsExactly("LDS", "LOP3.LUT");
    assertThat(ampere.hasBarriers).isTrue();
    SassCode hopper = code(Capability.HOPPER, test);
    assertThat(names(hopper, ALL)).containsExactly("SYNCS.PHASECHK.TRANS64");
    assertThat(hopper.assembly().lines().filter(l -> l.contains("SYNCS")).toList())
        .singleElement()
        .asString()
        .matches(".*SYNCS.PHASECHK.TRANS64 P\\d, .*");
  }

  @Test
  void anArrivalBehindCopiesIsOneInstructionAndClosesTheirGroup() {
    String copied = "cp.async.mbarrier.arrive.noinc.shared.b64 [s];\n";
    for (Capability c : List.of(Capability.AMPERE, Capability.HOPPER)) {
      SassCode code = code(c, copied);
      assertThat(names(code, ALL)).containsExactly("ARRIVES.LDGSTSBAR.64");
      assertThat(code.hasCopies).isTrue();
      int at = 0;
      while (code.access[at] != AccessKind.COPIED_ARRIVAL.ordinal()) {
        at++;
      }
      assertThat(code.closes[at]).isTrue();
      assertThat(code.commits[at]).isFalse();
    }
  }

  @Test
  void expectingBytesIsOneInstruction() {
    String expect = "mbarrier.expect_tx.shared.b64 [s], %r1;\n";
    assertThat(names(code(Capability.HOPPER, expect), ALL))
        .containsExactly("SYNCS.ARRIVE.TRANS64.RED.A0TR");
  }

  @Test
  void theEndOfABarrierCostsNothingUntilAda() {
    String end = "mbarrier.inval.shared.b64 [s];\n";
    assertThat(names(code(Capability.ADA, end), ALL)).isEmpty();
    assertThat(names(code(Capability.HOPPER, end), ALL)).containsExactly("SYNCS.CCTL.IV");
  }

  @Test
  void noAccessPassesAnArrivalOrATest() {
    String text =
        "st.shared.u32 [s+32], %r1;\nmbarrier.arrive.shared.b64 %d1, [s];\n"
            + "ld.shared.u32 %r2, [s+36];\n"
            + "mbarrier.test_wait.shared.b64 %p1, [s], %d1;\n"
            + "ld.shared.u32 %r3, [s+32];\nadd.u32 %r4, %r2, %r3;\nst.global.u32 [%d0], %r4;\n"
            + "selp.u32 %r5, 1, 0, %p1;\nst.global.u32 [%d0+4], %r5;\n";
    assertThat(names(code(Capability.HOPPER, text), "STS|SYNCS|LDS"))
        .containsExactly("STS", "SYNCS.ARRIVE.TRANS64", "LDS", "SYNCS.PHASECHK.TRANS64", "LDS");
  }

  @Test
  void aReductionOfABlockIsReadBehindItsBarrier() {
    String count = "setp.gt.u32 %p1, %r1, 5;\nbar.red.popc.u32 %r2, 3, 64, %p1;\n";
    String text = count + "bar.arrive 9, 96;\nst.global.u32 [%d0], %r2;\n";
    assertThat(code(Capability.AMPERE, text).assembly())
        .containsPattern("S06  BAR.RED.POPC 0x3, P0, 0x40\n.*:W\\d:-:S\\d+  B2R.RESULT R\\d+")
        .contains("BAR.ARV 0x9, 0x60");
    String any = "setp.gt.u32 %p1, %r1, 5;\nbar.red.or.pred %p2, 0, %p1;\n";
    String kept = "selp.u32 %r2, 1, 0, %p2;\nst.global.u32 [%d0], %r2;\n";
    assertThat(names(code(Capability.VOLTA, any + kept), "BAR|B2R|SEL"))
        .containsExactly("BAR.RED.OR", "B2R.RESULT", "SEL");
  }
}
