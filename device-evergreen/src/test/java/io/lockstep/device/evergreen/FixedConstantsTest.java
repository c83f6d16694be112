// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.Device;
import io.lockstep.terascale.check.Launches;
import io.lockstep.terascale.check.ProgramCheck;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Constant memory at known places is read in locked lines of the constant cache. */
class FixedConstantsTest {
  private static Kernel kernel(String loads) {
    return Kernels.ptx(
            "k",
            ".version 6.0\n.target sm_60\n.address_size 64\n"
                + ".const .align 8 .b8 first[131072];\n.const .align 8 .b8 second[256];\n"
                + ".visible .entry k(.param .u64 o) {\n"
                + ".reg .pred %p; .reg .b64 %a<6>; .reg .b32 %r<9>; .reg .f64 %d<3>;\n"
                + "ld.param.u64 %a0, [o]; mov.u32 %r0, %tid.x; mov.u64 %a1, second;\n"
                + "mul.wide.u32 %a2, %r0, 4; add.s64 %a2, %a1, %a2; setp.eq.u32 %p, %r0, 0;\n"
                + "mov.u32 %r1, 7; mov.u32 %r2, 7;\n"
                + loads
                + "\nst.global.u32 [%a0], %r1; st.global.u32 [%a0+4], %r2; ret;\n}\n")
        .get(0);
  }

  private static TeraScaleKernel lower(String loads, String... overrides) {
    TeraScaleKernel code =
        (TeraScaleKernel) Catalogue.device("hd5870", overrides).lower(kernel(loads));
    assertThat(ProgramCheck.problems(code)).isEmpty();
    return code;
  }

  /**
   * Banks: four of the machine's, one for the parameter, then one for each variable in the order of
   * its first use.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ld.const.u32 %r1, [second+20];                                | KC5[1].y",
        "ld.const.u32 %r1, [%a1+20];                                   | KC5[1].y",
        "add.s64 %a3, %a1, 16; ld.const.u32 %r1, [%a3+4];              | KC5[1].y",
        "ld.const.u32 %r1, [first+65532];                              | KC6[4095].w",
        "ld.const.v2.u32 {%r1, %r2}, [%a1+8];                          | KC5[0].w",
        "ld.const.f64 %d0, [second+24]; cvt.rzi.u32.f64 %r1, %d0;      | KC5[1].w",
        "ld.const.u8 %r1, [second+7];                                  | KC5[0].y",
        "ld.const.s16 %r1, [%a1+2];                                    | KC5[0].x",
        "@%p ld.const.u32 %r1, [%a1+20];                               | KC5[1].y"
      })
  void aKnownPlaceIsAnOperandOfAluClauses(String load, String operand) {
    TeraScaleKernel code = lower(load);
    assertThat(code.fetches()).isZero();
    assertThat(code.assembly()).contains(operand);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ld.const.u32 %r1, [%a2];", // varies by lane
        "ld.const.u32 %r1, [first+65536];", // behind the last line that a clause can name
      })
  void otherPlacesAreFetched(String load) {
    assertThat(lower(load).fetches()).isOne();
  }

  @Test
  void twoVariablesDoNotShareALine() {
    String text = lower("ld.const.u32 %r1, [first]; ld.const.u32 %r2, [second];").assembly();
    assertThat(text).contains("KC6[0].x", "KC5[0].x");
  }

  @Test
  void aFetchOfConstantMemoryIsServedByTheFirstLevelCache() {
    Device device = Catalogue.device("hd5870");
    Launches.Result varying =
        Launches.run(device, kernel("ld.const.u32 %r1, [%a2];"), 1000, 64, 4, 0, 0);
    assertThat(varying.get("l1.hits")).isPositive();
  }

  @Test
  void withoutTheRuleDoublesAndPartsOfWordsAreFetched() {
    String wide = "ld.const.f64 %d0, [%a1+24]; cvt.rzi.u32.f64 %r1, %d0;";
    assertThat(lower(wide, "compiler.without", "fixed_constants").fetches()).isOne();
    String part = "ld.const.u8 %r1, [second+7];";
    assertThat(lower(part, "compiler.without", "fixed_constants").fetches()).isOne();
  }
}
