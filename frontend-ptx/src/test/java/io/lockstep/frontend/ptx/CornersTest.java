// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Corners that the kernels of {@link CudaOnHostTest} do not reach: figures by the PTX ISA's text.
 */
class CornersTest {
  @TempDir Path folder;

  /** The registers {@code %r1} and on hold these words behind a body. */
  private void gives(String body, int... expected) throws IOException {
    StringBuilder text = new StringBuilder("ld.param.u64 %rd1, [p0];\n").append(body);
    for (int k = 0; k < expected.length; k++) {
      text.append("st.global.u32 [%rd1+" + 4 * k + "], %r" + (k + 1) + ";\n");
    }
    assertThat(miss(text.toString(), Arrays.copyOf(expected, 4))).isNull();
  }

  private String miss(String body, int... expected) throws IOException {
    return Executed.miss(folder, Ptx.text("", body), "{u64: 0}, {u32: 0}", expected);
  }

  @Test
  @DisplayName(".satfinite makes the largest number of an infinity, in either format")
  void satfiniteMakesTheLargestNumberOfAnInfinity() throws IOException {
    gives(
        """
        mov.f32 %f1, 0f7F800000;
        mov.f32 %f2, 0fFF800000;
        cvt.rn.satfinite.bf16x2.f32 %r1, %f2, %f1;
        cvt.rn.satfinite.f16x2.f32 %r2, %f2, %f1;
        """,
        0xFF7F7F7F, 0xFBFF7BFF);
  }

  @Test
  @DisplayName("a NaN stays one as tf32, whatever bits of it are dropped")
  void tensorNaN() throws IOException {
    gives(
        """
        mov.f32 %f1, 0f7F800001;
        cvt.rna.tf32.f32 %r1, %f1;
        mov.f32 %f2, 0f3F801000;
        cvt.rna.tf32.f32 %r2, %f2;
        """,
        0x7FFFFFFF, 0x3F802000);
  }

  @Test
  @DisplayName("bytes of either operand have that operand's own sign")
  void signsOfBytes() throws IOException {
    // 128 and -2 lie 130 apart, -128 and 254 lie 382 apart, of which a byte holds 126.
    gives(
        """
        mov.u32 %r4, 128;
        mov.u32 %r5, 254;
        mov.u32 %r6, 0;
        vabsdiff4.u32.u32.s32 %r1, %r4, %r5, %r6;
        vabsdiff4.u32.s32.u32 %r2, %r4, %r5, %r6;
        """,
        130, 126);
  }

  @Test
  @DisplayName("elements of a vector of halves lie two bytes apart for an atomic")
  void vectorsOfHalves() throws IOException {
    // Four work-items add 1.0 and 2.0: 4.0 is 0x4400, 8.0 is 0x4800.
    String body =
        """
        ld.param.u64 %rd1, [p0];
        mov.b16 %rs1, 0x3C00;
        mov.b16 %rs2, 0x4000;
        red.global.add.noftz.v2.f16 [%rd1], {%rs1, %rs2};
        """;
    assertThat(miss(body, 0x48004400, 0, 0, 0)).isNull();
  }
}
