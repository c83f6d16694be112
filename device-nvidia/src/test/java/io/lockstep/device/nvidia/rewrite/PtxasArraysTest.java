// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.lowering.SassLowering;
import io.lockstep.sm.code.SassCode;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Private arrays beside the code of ptxas 13.0 for sm_80. */
class PtxasArraysTest {
  private static final DeviceSpec A100 = TestDevices.of(Capability.AMPERE);

  /** A loop that reads elements of an array at some indices and does other work. */
  private static String kernel(int size, int reads, int others) {
    StringBuilder text = new StringBuilder();
    text.append(".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry k(\n")
        .append(".param .u64 o, .param .u64 a, .param .u32 n) {\n.local .align 4 .b8 q[")
        .append(4 * size)
        .append("];\n.reg .b64 %rd<40>;\n.reg .b32 %r<40>;\n.reg .f32 %f<99>;\n.reg .pred %p;\n")
        .append("mov.u64 %rd0, q;\nld.param.u64 %rd1, [a];\nld.param.u64 %rd2, [o];\n")
        .append("ld.param.u32 %r1, [n];\nmov.u32 %r2, %tid.x;\nmul.wide.u32 %rd3, %r2, 8;\n")
        .append("add.u64 %rd1, %rd1, %rd3;\nadd.u64 %rd2, %rd2, %rd3;\n");
    for (int k = 0; k < size; k++) {
      text.append("ld.global.f32 %f").append(40 + k).append(", [%rd1+").append(4 * k);
      text.append("];\nst.local.f32 [%rd0+").append(4 * k).append("], %f").append(40 + k);
      text.append(";\n");
    }
    text.append("mov.f32 %f1, 0f00000000;\nmov.u32 %r3, 0;\nLOOP:\n.pragma \"nounroll\";\n");
    for (int k = 10; k < 10 + reads; k++) {
      String read =
          """
          add.u32 %rK, %r3, K;
          xor.b32 %rK, %rK, %r2;
          mul.lo.u32 %rK, %rK, 3;
          mul.wide.u32 %rdK, %rK, 4;
          add.u64 %rdK, %rd0, %rdK;
          ld.local.f32 %fK, [%rdK];
          add.f32 %f1, %f1, %fK;
          """;
      text.append(read.replace("K", Integer.toString(k)));
    }
    text.append("mul.f32 %f1, %f1, %f40;\n".repeat(others))
        .append("add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p, %r3, %r1;\n@%p bra LOOP;\n")
        .append("st.global.f32 [%rd2], %f1;\nret;\n}\n");
    return text.toString();
  }

  private static SassCode code(DeviceSpec spec, int size, int reads, int others) {
    return new SassLowering(spec).lower(Kernels.ptx("k", kernel(size, reads, others)).get(0));
  }

  private static boolean isPromoted(int size, int reads, int others) {
    return !code(A100, size, reads, others).assembly().contains("LDL");
  }

  /** The last column is what ptxas promotes; it never promotes more than eighteen elements here. */
  @ParameterizedTest
  @CsvSource({
    "1, 0, 13", "2, 0, 9", "4, 0, 7", "8, 0, 6",
    "1, 10, 18", "2, 10, 14", "4, 10, 9", "8, 10, 7",
    "1, 20, 18", "2, 20, 18", "4, 20, 12", "8, 20, 8",
    "2, 50, 18", "4, 50, 18", "8, 50, 12",
  })
  void theLargestArrayInRegistersIsThatOfPtxasButForAnElement(int reads, int others, int most) {
    int largest =
        IntStream.iterate(24, size -> size - 1)
            .filter(size -> isPromoted(size, reads, others))
            .findFirst()
            .orElseThrow();
    assertThat(largest).isBetween(most - 1, Math.min(18, most + 1));
  }

  @Test
  void anElementIsFoundByAComparisonAndAMoveForEachInFourPredicates() {
    String code = code(A100, 8, 1, 20).assembly();
    List<String> moves =
        Pattern.compile("@(P\\d) (IMAD.)?MOV")
            .matcher(code)
            .results()
            .map(m -> m.group(1))
            .toList();
    assertThat(moves).hasSize(8);
    assertThat(moves.stream().distinct()).hasSize(4);
    assertThat(code.split("ISETP.EQ", -1)).hasSize(1 + 8);
  }

  /** The pipe writes in order; ptxas puts two cycles between such moves, as between any two. */
  @Test
  void movesToOneRegisterDoNotWaitForEachOther() {
    assertThat(code(A100, 4, 1, 0).assembly().lines().filter(line -> line.contains("@P")).toList())
        .hasSizeGreaterThanOrEqualTo(4)
        .first()
        .asString()
        .contains(":S02");
  }

  @Test
  void aPromotedArrayHasNoPrivateMemoryAndAnExperimentCanKeepIt() {
    assertThat(code(A100, 8, 1, 0).privateBytes()).isZero();
    SassCode kept = code(A100.with("compiler.without", "promoted_arrays"), 8, 1, 0);
    assertThat(kept.assembly()).contains("LDL", "STL");
    assertThat(kept.privateBytes()).isEqualTo(32);
  }
}
