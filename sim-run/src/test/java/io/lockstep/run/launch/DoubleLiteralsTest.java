// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.testsupport.PtxBoard;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoubleLiteralsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cvt.f64.f32 %fd1, %f0; mul.f64 %fd1, %fd1, 0d3FE0000000000000;"
            + " cvt.rn.f32.f64 %f1, %fd1; st.global.f32 [%rd4], %f1; | true",
        "cvt.f64.f32 %fd1, %f0; mul.f64 %fd1, %fd1, %fd1;"
            + " cvt.rn.f32.f64 %f1, %fd1; st.global.f32 [%rd4], %f1; | false",
        "cvt.rn.f64.s64 %fd1, %rd3; mul.f64 %fd1, %fd1, 0d3FE0000000000000;"
            + " cvt.rn.f32.f64 %f1, %fd1; st.global.f32 [%rd4], %f1; | false",
        "cvt.f64.f32 %fd1, %f0; mul.f64 %fd1, %fd1, 0d3FE0000000000000;"
            + " st.global.f64 [%rd4], %fd1; | false",
        "ld.global.f64 %fd2, [%rd4]; cvt.f64.f32 %fd1, %f0;"
            + " fma.rn.f64 %fd1, %fd2, 0d3FE0000000000000, %fd1;"
            + " cvt.rn.f32.f64 %f1, %fd1; st.global.f32 [%rd5], %f1; | false",
        "mul.f32 %f1, %f0, 0f3F000000; st.global.f32 [%rd4], %f1; | false",
      })
  @DisplayName("a kernel's doubles may come from literals if it widens floats and stores none")
  void doublesMayComeFromLiterals(String body, boolean plausible) {
    assertThat(DoubleLiterals.plausible(PtxBoard.kernel("", body))).isEqualTo(plausible);
  }
}
