// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.testsupport.Kernels;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers of machine instructions for one operation of PTX, as ptxas 13.0 emits them. */
class LoweringTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1 | add.s32 %r4, %r0, %r1
          1 | sub.s32 %r4, %r0, %r1
          1 | and.b32 %r4, %r0, %r1
          1 | not.b32 %r4, %r0
          1 | neg.s32 %r4, %r0
          1 | shl.b32 %r4, %r0, %r1
          1 | shr.u32 %r4, %r0, %r1
          1 | min.s32 %r4, %r0, %r1
          1 | max.u32 %r4, %r0, %r1
          1 | abs.s32 %r4, %r0
          1 | prmt.b32 %r4, %r0, %r1, %r2
          1 | brev.b32 %r4, %r0
          1 | lop3.b32 %r4, %r0, %r1, %r2, 0x96
          1 | mul.lo.s32 %r4, %r0, %r1
          1 | mul.lo.s32 %r4, %r0, 8
          1 | mul.lo.s32 %r4, %r0, 3
          1 | mul.hi.u32 %r4, %r0, %r1
          1 | mad.lo.s32 %r4, %r0, %r1, %r2
          1 | sad.s32 %r4, %r0, %r1, %r2
          1 | dp4a.s32.s32 %r4, %r0, %r1, %r2
          1 | popc.b32 %r4, %r0
          2 | clz.b32 %r4, %r0
          5 | bfe.u32 %r4, %r0, %r1, %r2
          2 | bfe.u32 %r4, %r0, 5, 7
          6 | bfi.b32 %r4, %r0, %r3, %r1, %r2
          18 | div.u32 %r4, %r0, %r1
          17 | rem.u32 %r4, %r0, %r1
          24 | div.s32 %r4, %r0, %r1
          2 | add.s64 %d4, %d0, %d1
          2 | and.b64 %d4, %d0, %d1
          2 | shl.b64 %d4, %d0, %r1
          4 | min.s64 %d4, %d0, %d1
          4 | mul.lo.u64 %d4, %d0, %d1
          7 | mul.hi.u64 %d4, %d0, %d1
          1 | mul.wide.u32 %d4, %r0, %r1
          1 | mad.wide.u32 %d4, %r0, %r1, %d2
          1 | mul.wide.s32 %d5, %r0, %r1; add.s64 %d4, %d5, %d2
          1 | add.f32 %f4, %f0, %f1
          1 | fma.rn.f32 %f4, %f0, %f1, %f2
          1 | min.f32 %f4, %f0, %f1
          1 | cvt.rn.f32.s32 %f4, %r0
          1 | cvt.rzi.s32.f32 %r4, %f0
          1 | cvt.f64.f32 %e4, %f0
          1 | cvt.rn.f32.f64 %f4, %e0
          10 | div.rn.f32 %f4, %f0, %f1
          8 | div.full.f32 %f4, %f0, %f1
          5 | div.approx.f32 %f4, %f0, %f1
          2 | div.approx.ftz.f32 %f4, %f0, %f1
          8 | rcp.approx.f32 %f4, %f0
          1 | rcp.approx.ftz.f32 %f4, %f0
          4 | sqrt.approx.f32 %f4, %f0
          4 | rsqrt.approx.f32 %f4, %f0
          4 | ex2.approx.f32 %f4, %f0
          4 | lg2.approx.f32 %f4, %f0
          1 | sqrt.approx.ftz.f32 %f4, %f0
          1 | rsqrt.approx.ftz.f32 %f4, %f0
          1 | ex2.approx.ftz.f32 %f4, %f0
          1 | lg2.approx.ftz.f32 %f4, %f0
          2 | sin.approx.f32 %f4, %f0
          2 | cos.approx.f32 %f4, %f0
          1 | tanh.approx.f32 %f4, %f0
          1 | add.f64 %e4, %e0, %e1
          1 | mul.f64 %e4, %e0, %e1
          1 | fma.rn.f64 %e4, %e0, %e1, %e2
          15 | div.rn.f64 %e4, %e0, %e1
          1 | shfl.sync.idx.b32 %r4, %r0, %r1, 31, -1
          1 | atom.global.exch.b32 %r4, [%a], %r0
          1 | ld.global.u32 %r4, [%a+64]
          1 | mov.u32 %r4, %tid.x
          """)
  void anOperationTakesAsManyInstructionsAsPtxasEmits(int instructions, String operation) {
    String width = operation.split(" ")[1].substring(0, 2);

    for (Capability capability : Capability.values()) {
      int kept = rows(capability, width, "");
      int added = rows(capability, width, operation + ";") - kept;
      assertThat(added).as("on " + capability).isEqualTo(instructions);
    }
  }

  /** Rows of a kernel that stores its operands, and the result of operations. */
  private static int rows(Capability capability, String width, String operations) {
    StringBuilder text =
        new StringBuilder(
            ".version 8.0\n.target sm_80\n.address_size 64\n"
                + ".visible .entry k(.param .u64 p, .param .u32 n) {\n"
                + ".reg .b32 %r<5>;\n.reg .b64 %d<6>;\n.reg .b64 %a;\n.reg .f32 %f<5>;\n"
                + ".reg .f64 %e<5>;\nld.param.u64 %a, [p];\n");
    for (String file : new String[] {"r", "d", "f", "e"}) {
      String element =
          (file.equals("f") || file.equals("e") ? ".f" : ".u") + (file.matches("[rf]") ? 32 : 64);
      for (int k = 0; k < 4; k++) {
        text.append("ld.global%s %%%s%d, [%%a+%d];\n".formatted(element, file, k, 8 * k));
        text.append("st.global%s [%%a+%d], %%%s%d;\n".formatted(element, 8 * k, file, k));
      }
    }
    String type = width.equals("%f") || width.equals("%r") ? ".b32" : ".b64";
    String stored = width + (operations.isEmpty() ? 0 : 4);
    String ptx =
        text + operations + "st.global%s [%%a+256], %s;\nret;\n}\n".formatted(type, stored);
    return new SassLowering(TestDevices.of(capability))
        .lower(Kernels.ptx("k", ptx).get(0))
        .pipe
        .length;
  }
}
