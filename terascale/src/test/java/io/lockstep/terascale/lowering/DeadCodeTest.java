// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.terascale.FiveSlots;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeadCodeTest {
  private static final String LOOP =
      ".version 6.0\n.target sm_60\n.address_size 64\n.visible .entry k(.param .u64 o) {\n"
          + ".reg .b64 %a; .reg .b32 %i; .reg .TYPE %x; .reg .TYPE %t; .reg .pred %p;\n"
          + "ld.param.u64 %a, [o]; mov.u32 %i, 64; ld.global.TYPE %x, [%a];\n"
          + "L: add.TYPE %t, %x, %x; mov.TYPE %x, %t;\n"
          + "add.s32 %i, %i, -1; setp.ne.s32 %p, %i, 0; @%p bra L;\n"
          + "st.global.TYPE [%a], %t; st.global.TYPE [%a+8], %x; ret;\n}\n";

  /** Values that a program reads and nothing writes. */
  private static Set<Integer> neverWritten(TeraScaleKernel code) {
    Set<Integer> read = new HashSet<>();
    Set<Integer> written = new HashSet<>();
    code.clauses().stream()
        .flatMap(block -> block.stream())
        .forEach(
            clause -> {
              clause.bundles().forEach(b -> b.ops().forEach(op -> note(op, read, written)));
              clause.ops().forEach(op -> note(op, read, written));
            });
    read.removeAll(written);
    return read;
  }

  private static void note(MachineOp op, Set<Integer> read, Set<Integer> written) {
    for (Source s : op.sources()) {
      if (s.isValue()) {
        read.add(s.number());
      }
    }
    for (int result : op.results()) {
      written.add(result);
    }
  }

  @Test
  void aValueThatLaterBlocksReadKeepsItsWriterWhenACopyOfItIsMade() {
    for (String type : new String[] {"f32", "f64"}) {
      TeraScaleKernel code =
          Targets.lower(
              Kernels.ptx("k", LOOP.replace("TYPE", type)).get(0),
              new FiveSlots(),
              EnumSet.allOf(CodeOption.class));
      assertThat(neverWritten(code)).as(type).isEmpty();
    }
  }
}
