// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.lowering.CodeFlow;
import io.lockstep.device.nvidia.lowering.SassLowering;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Divisions in a loop; {@code %r8} and {@code %r9} are kernel arguments. */
class LoopInvariantsTest {
  private static final String RECIPROCAL = "MUFU.RCP";

  private final DeviceSpec device = TestDevices.of(Capability.AMPERE);

  @ParameterizedTest
  @ValueSource(strings = {"rem.u32", "div.u32", "rem.s32", "div.s32"})
  void theReciprocalOfALoopInvariantDivisorIsComputedBeforeTheLoop(String op) {
    String loop = loop(listing(device, op + " %r1, %r1, %r8;"));
    assertThat(loop).contains("IMAD.HI").doesNotContain("I2F", RECIPROCAL, "F2I");
  }

  @Test
  void anExperimentCanLeaveItInTheLoop() {
    DeviceSpec without = device.with("compiler.without", "invariant_divisors");
    assertThat(loop(listing(without, "rem.u32 %r1, %r1, %r8;"))).contains(RECIPROCAL);
  }

  @Test
  void divisionsByOneDivisorShareTheReciprocal() {
    String three = "rem.u32 %r1, %r1, %r8; div.u32 %r2, %r1, %r8; div.u32 %r1, %r2, #;";
    assertThat(count(three.replace("#", "%r8"))).isEqualTo(1);
    assertThat(count(three.replace("#", "%r9"))).isEqualTo(2);
  }

  @Test
  void aDivisorThatTheLoopChangesIsInvertedInTheLoop() {
    assertThat(loop(listing(device, "rem.u32 %r1, %r1, %r0;"))).contains(RECIPROCAL);
  }

  @Test
  void aDivisionThatSomeIterationsLeaveOutIsNotMadeBeforeTheLoop() {
    String side =
        "setp.lt.u32 %p1, %r1, 9; @%p1 bra skip; rem.u32 %r1, %r1, %r8; bar.sync 0;\nskip:\n";
    List<String> code = listing(device, side);
    assertThat(String.join("\n", before(code))).doesNotContain(RECIPROCAL);
    assertThat(code).filteredOn(line -> line.contains(RECIPROCAL)).hasSize(1);
  }

  @Test
  void theInnermostLoopIsLeftAndNoOther() {
    String inner =
        "mov.u32 %r3, 0;\ninner:\n.pragma \"nounroll\";\nrem.u32 %r1, %r1, %r8;\nadd.u32 %r3, %r3, 1;\n"
            + "setp.lt.u32 %p1, %r3, 9;\n@%p1 bra inner;\n";
    List<String> code = listing(device, inner);
    assertThat(String.join("\n", before(code))).doesNotContain(RECIPROCAL);
    assertThat(loop(code)).contains(RECIPROCAL);
    String outer = "rem.u32 %r1, %r1, %r8;\n" + inner.replace("rem.u32 %r1, %r1, %r8;", "");
    assertThat(loop(listing(device, outer))).contains(RECIPROCAL);
  }

  @Test
  void atMostFourPredicatesLiveThroughTheLoop() {
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < 6; k++) {
      text.append("rem.u32 %r1, %r1, %k#;\n".replace("#", "" + k));
    }
    String loop = loop(listing(device, text.toString()));
    assertThat(loop.split("ISETP.NE.AND P\\d, RZ, c")).hasSize(1 + 2);
    assertThat(loop).doesNotContain(RECIPROCAL);
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void everyInstructionFindsItsOperandsInTime(Capability capability) {
    String text =
        "rem.s32 %r1, %r1, %r8; div.u32 %r2, %r1, %k1; div.s32 %r1, %r2, %r8; rem.u32 %r1, %r1, %k2;"
            + "rem.u32 %r2, %k3, %r1; add.u32 %r1, %r1, %r2;";
    assertThat(CodeFlow.problems(kernel(text), capability)).isEmpty();
  }

  @Test
  void aLoopWithADivisionIsUnrolledOnlyIfItLoads() {
    String inner =
        "mov.u32 %r3, 0;\ninner:\n#rem.u32 %r1, %r1, %r8;\nadd.u32 %r3, %r3, 1;\n"
            + "setp.lt.u32 %p1, %r3, 90;\n@%p1 bra inner;\n";
    String loads = "ld.global.u32 %r2, [%d0]; add.u32 %r1, %r1, %r2;\n";
    assertThat(products(inner.replace("#", "mul.lo.u32 %r1, %r1, 5;\n"))).isEqualTo(2);
    assertThat(products(inner.replace("#", loads))).isGreaterThan(7);
  }

  /** Upper halves of products: one before a loop, and one for each division in it. */
  private long products(String text) {
    return listing(device, text).stream().filter(line -> line.contains("IMAD.HI")).count();
  }

  private long count(String text) {
    return listing(device, text).stream().filter(line -> line.contains(RECIPROCAL)).count();
  }

  private static List<String> listing(DeviceSpec spec, String text) {
    return new SassLowering(spec).lower(kernel(text)).assembly().lines().toList();
  }

  private static Kernel kernel(String text) {
    String ptx =
        ".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 p,"
            + ".param .u32 m, .param .u32 n, .param .align 4 .b8 q[24]) {\n"
            + ".reg .pred %p<3>;\n.reg .b32 %r<10>, %k<6>;\n.reg .b64 %d0;\n"
            + "ld.param.u64 %d0, [p];\nld.param.u32 %r8, [m];\nld.param.u32 %r9, [n];\n"
            + "ld.param.u32 %k0, [q];\nld.param.u32 %k1, [q+4];\nld.param.u32 %k2, [q+8];\n"
            + "ld.param.u32 %k3, [q+12];\nld.param.u32 %k4, [q+16];\nld.param.u32 %k5, [q+20];\n"
            + "mov.u32 %r0, %tid.x;\nmov.u32 %r1, %tid.y;\n"
            + "loop:\n.pragma \"nounroll\";\nmad.lo.u32 %r1, %r1, 77, %r0;\n"
            + text
            + "\nadd.u32 %r0, %r0, 1;\nsetp.lt.u32 %p0, %r0, 100;\n@%p0 bra loop;\n"
            + "st.global.u32 [%d0], %r1;\nret;\n}\n";
    return Kernels.ptx("k", ptx).get(0);
  }

  /** The instructions in front of the loop. */
  private static List<String> before(List<String> code) {
    return code.stream().takeWhile(line -> !line.equals(".L1:")).toList();
  }

  /** The instructions of the loop. */
  private static String loop(List<String> code) {
    List<String> from = code.subList(code.indexOf(".L1:"), code.size());
    return String.join("\n", from.stream().takeWhile(line -> !line.contains("STG")).toList());
  }
}
