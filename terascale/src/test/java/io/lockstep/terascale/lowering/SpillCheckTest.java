// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.pass.RewrittenKernel;
import io.lockstep.terascale.FiveSlots;
import io.lockstep.terascale.check.ProgramCheck;
import io.lockstep.terascale.clause.Clause;
import io.lockstep.terascale.clause.ClauseTable;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Spills of a kernel that may have 20 registers and has 120 values at once, around a loop. */
class SpillCheckTest {
  private static final Predicate<Clause> WRITE =
      c -> c.kind() == MachineOp.Kind.STORE && c.ops().get(0).spill() != null;
  private static final Predicate<Clause> WAIT = c -> c.kind() == MachineOp.Kind.WAIT;
  private static final Predicate<Clause> NONE = c -> false;

  private final Kernel kernel = kernel();
  private final TeraScaleKernel code =
      KernelLowering.lower(
          kernel,
          new CodeTarget(
              new FiveSlots(),
              256,
              20,
              124,
              20,
              4,
              false,
              EnumSet.allOf(CodeOption.class),
              false,
              Targets.BRANCHES));

  /** Loads 120 words that lie apart, runs a loop that uses none of them, stores them. */
  private static Kernel kernel() {
    StringBuilder text = new StringBuilder();
    text.append(".version 6.0\n.target sm_60\n.address_size 64\n.visible .entry k(.param .u64 o)");
    text.append(" {\n.reg .b64 %a; .reg .b32 %i; .reg .b32 %r<120>; .reg .pred %p;\n");
    text.append("ld.param.u64 %a, [o]; mov.u32 %i, 9;\n");
    for (int k = 0; k < 120; k++) {
      text.append("ld.global.u32 %r" + k + ", [%a+" + 64 * k + "];\n");
    }
    text.append("L: add.s32 %i, %i, -1; setp.ne.s32 %p, %i, 0; @%p bra L;\n");
    for (int k = 0; k < 120; k++) {
      text.append("st.global.u32 [%a+" + 64 * k + "], %r" + k + ";\n");
    }
    return Kernels.ptx("k", text.append("ret;\n}\n").toString()).get(0);
  }

  private List<String> problemsWithout(Predicate<Clause> which) {
    List<List<Clause>> left =
        code.clauses().stream()
            .map(block -> block.stream().filter(which.negate()).toList())
            .toList();
    return ProgramCheck.problems(
        new TeraScaleKernel(
            code.architecture(),
            new ClauseTable(
                kernel, RewrittenKernel.unchanged(kernel.withBlocks(code.blocks())), left),
            code.values(),
            code.resources()));
  }

  private long count(int block, Predicate<Clause> which) {
    return code.clauses(block).stream().filter(which).count();
  }

  @Test
  void valuesBeyondTheRegistersAreWrittenBeforeTheLoopAndReadBehindIt() {
    assertThat(problemsWithout(NONE)).isEmpty();
    assertThat(code.registers()).isLessThanOrEqualTo(20);
    // 120 words are 30 registers, so 10 vectors leave; fetches and writes of 16 words at a time
    // need 4 registers each for what is on its way. The loop has no part of it.
    assertThat(count(0, WRITE)).isBetween(10L, 18L);
    assertThat(16 * count(0, WRITE)).isEqualTo(code.spillBytes());
    assertThat(count(1, WRITE.or(WAIT).or(c -> c.kind() == MachineOp.Kind.FETCH))).isZero();
    assertThat(count(2, WRITE)).isZero();
  }

  @Test
  void theCheckFindsAReadOfASlotThatNothingWrote() {
    assertThat(problemsWithout(WRITE)).anyMatch(p -> p.endsWith("of a word that is not written"));
  }

  @Test
  void theCheckFindsAReadThatDoesNotWaitForTheWrite() {
    assertThat(problemsWithout(WAIT)).anyMatch(p -> p.contains("does not wait"));
  }
}
