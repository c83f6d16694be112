// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.sm.code.SassCode;
import io.lockstep.testsupport.Kernels;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The machine code of atomic operations. What is expected is what ptxas 13.0 makes of the same
 * operations for sm_75, sm_80, sm_86, sm_89, sm_90 and sm_120; 7.0, which it no longer makes, is
 * taken to be as 7.5.
 */
class AtomicCodeTest {
  private static SassCode code(Capability capability, String atomic) {
    String ptx =
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p,"
            + " .param .u32 n) {\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n.reg .f32 %f<3>;\n"
            + ".reg .f64 %e<3>;\n.shared .align 16 .b8 s[8192];\nld.param.u64 %d0, [p];\n"
            + "ld.param.u32 %r1, [n];\nmov.u32 %r2, %tid.x;\nshl.b32 %r4, %r2, 3;\n"
            + "mov.u32 %r3, s;\nadd.u32 %r3, %r3, %r4;\ncvt.u64.u32 %d2, %r4;\n"
            + "add.u64 %d3, %d0, %d2;\nld.global.f32 %f1, [%d3+4096];\n"
            + "ld.global.f64 %e1, [%d3+8192];\nld.global.u64 %d1, [%d3+12288];\n"
            + atomic
            + ";\nret;\n}\n";
    return new SassLowering(TestDevices.of(capability)).lower(Kernels.ptx("k", ptx).get(0));
  }

  private static List<String> names(Capability capability, String atomic, String wanted) {
    return code(capability, atomic)
        .assembly()
        .lines()
        .filter(l -> l.matches(".* (" + wanted + ")([. ].*|$)"))
        .map(l -> l.replaceAll(".* ((" + wanted + ")[.A-Z0-9_]*).*", "$1"))
        .toList();
  }

  private static final String LOOP = "BSSY|LDS|FADD|DADD|LOP3|ISETP|BRA|BSYNC|ATOMS";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          red.shared.add.f32 [%r3], %f1 | BSSY LDS FADD ATOMS.CAST.SPIN ISETP.EQ.U32.AND BRA BSYNC
          red.shared.add.f64 [%r3], %e1 | BSSY LDS.64 DADD ATOMS.CAST.SPIN.64 ISETP.EQ.U32.AND ISETP.EQ.AND.EX BRA BSYNC
          red.shared.and.b64 [%r3], %d1 | BSSY LDS.64 LOP3.LUT LOP3.LUT ATOMS.CAST.SPIN.64 ISETP.EQ.U32.AND ISETP.EQ.AND.EX BRA BSYNC
          red.shared.max.u64 [%r3], %d1 | BSSY LDS.64 ISETP.GE.U32.AND ISETP.GE.AND.EX BRA ATOMS.CAST.SPIN.64 ISETP.EQ.U32.AND ISETP.EQ.AND.EX BRA BSYNC
          red.shared.max.s32 [%r3], %r2 | ATOMS.MAX
          red.shared.inc.u32 [%r3], %r2 | ATOMS.INC
          atom.shared.exch.b64 %d4, [%r3], %d1 | ATOMS.EXCHANGE.64
          atom.shared.cas.b64 %d4, [%r3], %d1, %d1 | ATOMS.COMPARE_EXCHANGE.64
          """)
  @DisplayName("shared memory performs integers of 32 bits, exchanges and swaps; others are loops")
  void whatSharedMemoryLacksIsALoop(String atomic, String expected) {
    for (Capability c : Capability.values()) {
      List<String> all = Arrays.asList(expected.split(" "));
      if (c == Capability.BLACKWELL_GRAPHICS) { // the swap sets the predicate
        all = all.stream().filter(n -> !n.startsWith("ISETP.EQ")).toList();
      }
      List<String> own = names(c, atomic, LOOP);
      int from = indexOf(own, all.get(0).split("\\.")[0]);
      assertThat(own.subList(Math.max(0, from), own.size())).as("on " + c).isEqualTo(all);
    }
  }

  private static int indexOf(List<String> names, String prefix) {
    int k = names.size() - 1;
    while (k >= 0 && !names.get(k).startsWith(prefix)) {
      k--;
    }
    return k;
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  @DisplayName("sums of 64 bits in shared memory are loops with a carry")
  void sumsOf64BitsAreLoops(Capability capability) {
    List<String> names = names(capability, "red.shared.add.u64 [%r3], %d1", LOOP + "|IMAD");
    assertThat(names).contains("BSSY", "LDS.64", "ATOMS.CAST.SPIN.64", "BRA", "BSYNC");
  }

  private static final String COMBINES = "VOTEU|VOTE|UFLO|POPC|REDUX|SHFL|RED|ATOMG|ATOMS";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          red.global.add.u32 [%d0], %r2 | VOTEU REDUX UFLO RED.ADD
          red.global.min.s32 [%d0], %r2 | VOTEU REDUX UFLO RED.MIN
          red.global.max.u32 [%d0], %r2 | VOTEU REDUX UFLO RED.MAX
          red.global.and.b32 [%d0], %r2 | VOTEU REDUX UFLO RED.AND
          red.global.or.b32 [%d0], %r2 | VOTEU REDUX UFLO RED.OR
          red.global.xor.b32 [%d0], %r2 | VOTEU REDUX UFLO RED.XOR
          red.shared.max.u32 [s], %r2 | VOTEU REDUX UFLO ATOMS.MAX
          red.global.add.u32 [%d0], 1 | VOTEU POPC UFLO RED.ADD
          red.global.add.u32 [%d0], %r1 | VOTEU POPC UFLO RED.ADD
          atom.global.add.u32 %r4, [%d0], 1 | VOTEU POPC UFLO ATOMG.ADD POPC SHFL
          red.global.add.f32 [%d0], %f1 | RED.ADD
          red.global.add.f64 [%d0], %e1 | RED.ADD.64
          red.global.max.u64 [%d0], %d1 | RED.MAX.64
          red.global.inc.u32 [%d0], %r2 | RED.INC
          red.global.add.u64 [%d0], 1 | VOTEU POPC UFLO RED.ADD.64
          red.global.add.u64 [%d0], %d1 | RED.ADD.64
          atom.global.add.u64 %d4, [%d0], 5 | VOTEU POPC UFLO ATOMG.ADD.64 POPC SHFL SHFL
          red.global.add.u32 [%d3], %r2 | RED.ADD
          atom.global.max.u32 %r4, [%d0], %r2 | ATOMG.MAX
          """)
  @DisplayName("from 8.0 on, lanes on one word are combined for each operation of 32-bit integers")
  void lanesOnOneWordAreCombinedByTypeAndOperation(String atomic, String expected) {
    String stored =
        atomic.startsWith("atom.global.add.u64")
            ? atomic + ";\nst.global.u64 [%d3], %d4"
            : atomic.startsWith("atom") ? atomic + ";\nst.global.u32 [%d3], %r4" : atomic;
    for (Capability c : Capability.values()) {
      if (c.isAtLeast(Capability.AMPERE)) {
        assertThat(names(c, stored, COMBINES))
            .as("on " + c)
            .containsExactlyInAnyOrder(expected.split(" "));
      }
    }
  }

  @Test
  @DisplayName("before 8.0, and for sums with results, five exchanges combine a full warp")
  void fiveExchangesCombineAFullWarp() {
    for (Capability c : List.of(Capability.VOLTA, Capability.TURING)) {
      assertThat(names(c, "red.global.max.s32 [%d0], %r2", COMBINES))
          .containsExactly("VOTE", "SHFL", "SHFL", "SHFL", "SHFL", "SHFL", "RED.MAX");
      assertThat(names(c, "red.global.add.u32 [%d0], 1", COMBINES))
          .containsExactlyInAnyOrder("VOTEU", "UFLO", "POPC", "RED.ADD");
    }
    String sum = "atom.global.add.u32 %r4, [%d0], %r2;\nst.global.u32 [%d3], %r4";
    assertThat(names(Capability.HOPPER, sum, COMBINES))
        .containsExactlyInAnyOrder(
            "VOTE", "SHFL", "SHFL", "SHFL", "SHFL", "SHFL", "ATOMG.ADD", "SHFL", "SHFL");
  }

  @Test
  @DisplayName("an increment by one in shared memory is counted from 8.0 on")
  void anIncrementIsCounted() {
    String increment = "red.shared.add.u32 [%r3], 1";
    assertThat(names(Capability.TURING, increment, "ATOMS")).containsExactly("ATOMS.ADD");
    assertThat(names(Capability.AMPERE, increment, "ATOMS")).containsExactly("ATOMS.POPC.INC.32");
  }
}
