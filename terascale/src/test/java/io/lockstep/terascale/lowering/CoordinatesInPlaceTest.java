// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.terascale.FiveSlots;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A loop that fetches texels of one line after the other, as products through images do. */
class CoordinatesInPlaceTest {
  /** Fetches at several columns of a line, which the loop counts. */
  private static String loop(int columns) {
    StringBuilder text = new StringBuilder(".version 6.0\n.target sm_60\n.address_size 64\n");
    text.append(".visible .entry k(.param .u64 o, .param .u64 t) {\n");
    text.append(".reg .b64 %a; .reg .b64 %t; .reg .b32 %k; .reg .b32 %x<9>; .reg .f32 %f<40>;\n");
    text.append(".reg .f32 %s; .reg .pred %p;\n");
    text.append(
        "ld.param.u64 %a, [o]; ld.param.u64 %t, [t]; mov.u32 %k, 0; mov.f32 %s, 0f00000000;\n");
    text.append("mov.u32 %x8, %tid.x;\n");
    for (int c = 0; c < columns; c++) {
      text.append("xor.b32 %%x%d, %%x8, %d;\n".formatted(c, 8 + c));
    }
    text.append("L:\n");
    for (int c = 0; c < columns; c++) {
      text.append(
          "tex.2d.v4.f32.s32 {%%f%d, %%f%d, %%f%d, %%f%d}, [%%t, {%%x%d, %%k}];\n"
              .formatted(4 * c, 4 * c + 1, 4 * c + 2, 4 * c + 3, c));
      text.append("add.f32 %%s, %%s, %%f%d;\n".formatted(4 * c));
    }
    text.append("add.s32 %k, %k, 1; setp.ne.s32 %p, %k, 64; @%p bra L;\n");
    return text.append("st.global.f32 [%a], %s; ret;\n}\n").toString();
  }

  private static long moves(int columns, Set<CodeOption> options) {
    TeraScaleKernel code =
        Targets.lower(Kernels.ptx("k", loop(columns)).get(0), new FiveSlots(), options);
    return code.bundles(1).stream()
        .flatMap(b -> b.ops().stream())
        .filter(op -> op.mnemonic().equals("MOV"))
        .count();
  }

  @Test
  void threeColumnsShareARegisterWithACopyOfTheLine() {
    Set<CodeOption> options = EnumSet.of(CodeOption.COORDINATES_IN_PLACE);
    assertThat(moves(1, options)).isEqualTo(1);
    assertThat(moves(3, options)).isEqualTo(1);
    assertThat(moves(4, options)).isEqualTo(2);
  }

  @Test
  void withoutTheOptionEachFetchMovesBothCoordinates() {
    Set<CodeOption> none = EnumSet.noneOf(CodeOption.class);
    assertThat(moves(1, none)).isEqualTo(2);
    assertThat(moves(4, none)).isEqualTo(8);
  }
}
