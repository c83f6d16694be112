// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.terascale.FiveSlots;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * clpeak's chains on vectors: those of eight components run as fast as those of four, no faster.
 */
class WholeVectorsTest {
  private static final int STEPS = 16;

  /** Squares of vectors, a line each, which need the one before: read ports are no limit. */
  static String chains(int width) {
    StringBuilder text = new StringBuilder(".version 6.0\n.target sm_60\n.address_size 64\n");
    text.append(".visible .entry k(.param .u64 o) {\n");
    text.append(".reg .b64 %a; .reg .f32 %x<").append(width * (STEPS + 2)).append(">;\n");
    text.append("ld.param.u64 %a, [o];\n");
    for (int k = 0; k < 2 * width; k++) {
      text.append("ld.global.f32 %x").append(k).append(", [%a+").append(4 * k).append("];\n");
    }
    for (int step = 2; step < STEPS + 2; step++) {
      for (int k = 0; k < width; k++) {
        int last = (step - 1) * width + k;
        text.append("mul.f32 %%x%d, %%x%d, %%x%d; ".formatted(step * width + k, last, last));
      }
      text.append("\n");
    }
    int sum = (STEPS + 1) * width;
    for (int k = 1; k < width; k++) {
      text.append("add.f32 %%x%d, %%x%d, %%x%d;\n".formatted(sum, sum, sum + k));
    }
    text.append("st.global.f32 [%a], %x").append(sum).append(";\n");
    return text.append("ret;\n}\n").toString();
  }

  private static int bundles(int width, Set<CodeOption> options) {
    Kernel kernel = Kernels.ptx("k", chains(width)).get(0);
    TeraScaleKernel code = Targets.lower(kernel, new FiveSlots(), options);
    return code.bundles();
  }

  @Test
  void stepsOnEightComponentsTakeTwoBundles() {
    Set<CodeOption> whole = EnumSet.of(CodeOption.WHOLE_VECTORS);
    assertThat(bundles(8, whole) - bundles(4, whole)).isBetween(STEPS, STEPS + 4);
  }

  @Test
  void withoutTheOptionSlotTTakesComponents() {
    Set<CodeOption> none = EnumSet.noneOf(CodeOption.class);
    assertThat(bundles(8, none) - bundles(4, none)).isLessThan(STEPS - 2);
  }

  @Test
  void singleOperationsMayTakeAnySlot() {
    // Five chains are no vector of four, and fill all five slots of most bundles.
    assertThat(bundles(5, EnumSet.of(CodeOption.WHOLE_VECTORS)))
        .isEqualTo(bundles(5, EnumSet.noneOf(CodeOption.class)));
  }
}
