// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.terascale.FiveSlots;
import io.lockstep.terascale.FourSlots;
import io.lockstep.terascale.code.VliwArchitecture;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Doubles that a loop carries on, as in clpeak's chain. */
class DoublesInPlaceTest {
  private static final String LOOP =
      ".version 6.0\n.target sm_60\n.address_size 64\n.visible .entry k(.param .u64 o) {\n"
          + ".reg .b64 %a; .reg .b32 %i; .reg .f64 %x; .reg .f64 %y; .reg .f64 %t; .reg .f64 %u;\n"
          + ".reg .pred %p; ld.param.u64 %a, [o]; mov.u32 %i, 64;\n"
          + "ld.global.f64 %x, [%a]; ld.global.f64 %y, [%a+8];\n"
          + "L: fma.rn.f64 %t, %y, %x, %y; fma.rn.f64 %u, %t, %y, %t;\n"
          + "mov.f64 %x, %t; mov.f64 %y, %u;\n"
          + "add.s32 %i, %i, -1; setp.ne.s32 %p, %i, 0; @%p bra L;\n"
          + "st.global.f64 [%a], %y; ret;\n}\n";

  private static long moves(VliwArchitecture architecture, Set<CodeOption> options) {
    TeraScaleKernel code = Targets.lower(Kernels.ptx("k", LOOP).get(0), architecture, options);
    return code.bundles(1).stream()
        .flatMap(b -> b.ops().stream())
        .filter(op -> op.mnemonic().equals("MOV"))
        .count();
  }

  @Test
  void aLoopThatCarriesDoublesOnMovesNone() {
    for (VliwArchitecture a : List.of(new FiveSlots(), new FourSlots())) {
      assertThat(moves(a, EnumSet.of(CodeOption.DOUBLES_IN_PLACE))).isZero();
      assertThat(moves(a, EnumSet.noneOf(CodeOption.class))).isEqualTo(4);
    }
  }

  @Test
  void aDoubleWhoseOldValueIsReadLaterIsMoved() {
    String swapped =
        LOOP.replace(
            "mov.f64 %x, %t; mov.f64 %y, %u;",
            "mov.f64 %y, %t; add.f64 %x, %u, %y; mov.f64 %y, %u;");
    Targets.lower(
        Kernels.ptx("k", swapped).get(0), new FiveSlots(), EnumSet.allOf(CodeOption.class));
  }
}
