// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Shifts, masks and selections in registers that are written again, results of atomics that are
 * unused, and pieces of vectors.
 */
class BitIdiomsTest extends PassCase {
  private void rotate() {
    op(Op.SHL, t, r(a), c(7));
    op(Op.SHR, u, r(a), c(25));
    op(Op.OR, t, r(t), r(u));
  }

  @Test
  void shiftsThatAddUpToAWordAreARotationAlsoWhereTheRegistersAreWrittenAgain() {
    rotate();
    store(t);
    rotate();
    store(t);
    assertThat(by(Pass.BIT_IDIOMS))
        .containsExactly(
            "t = funnel-right.i32.wrap a, a, 25", "t = funnel-right.i32.wrap a, a, 25");
  }

  @Test
  void aRotationStaysInPiecesWhereOnePieceIsReadAgain() {
    rotate();
    store(t);
    store(u);
    assertThat(by(Pass.BIT_IDIOMS))
        .containsExactly("t = shl.i32 a, 7", "u = shr.i32 a, 25", "t = or.i32 t, u");
  }

  @Test
  void aRotationStaysInPiecesWhereOnePieceIsReadBehindTheBlockOrTheLoop() {
    rotate();
    op(Op.ADD, t, r(t), c(1));
    nextBlock();
    store(u);
    op(Op.MOVE, u, c(0));
    assertThat(by(Pass.BIT_IDIOMS)).contains("u = shr.i32 a, 25", "t = or.i32 t, u");
  }

  @Test
  void aPieceThatAGuardedWriteMayReplaceIsReadBehindThatWrite() {
    int p = builder.register(Type.I1, "p");
    add(
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(Comparison.LT)
            .to(p)
            .from(r(a), r(b)));
    rotate();
    add(InstructionBuilder.of(Op.MOVE, Type.I32).to(u).from(c(0)).guard(p, false));
    store(t);
    store(u);
    assertThat(by(Pass.BIT_IDIOMS)).contains("u = shr.i32 a, 25", "t = or.i32 t, u");
  }

  @Test
  void aSelectOfBitsIsOneOperationInRegistersThatAreWrittenAgain() {
    for (int k = 0; k < 2; k++) {
      op(Op.XOR, t, r(a), r(b));
      op(Op.AND, t, r(t), r(m));
      op(Op.XOR, t, r(t), r(b));
      store(t);
    }
    assertThat(by(Pass.BIT_IDIOMS))
        .containsExactly("t = logic3.i32.table-202 m, a, b", "t = logic3.i32.table-202 m, a, b");
  }

  private void atomic(int result) {
    add(
        InstructionBuilder.of(Op.ATOMIC, Type.I32)
            .atomic(AtomicOp.ADD)
            .to(result)
            .from(r(out), r(a))
            .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, -1, 0)));
  }

  @Test
  void anAtomicDropsAResultThatNothingReadsAndTheCopyOfIt() {
    atomic(t);
    op(Op.MOVE, u, r(t));
    op(Op.MOVE, u, c(1));
    store(u);
    atomic(t);
    assertThat(by(Pass.UNUSED_RESULTS))
        .containsExactly(
            "atomic.i32.add global[out]:i32, a",
            "u = move.i32 1",
            "atomic.i32.add global[out]:i32, a");
  }

  @Test
  void anAtomicKeepsAResultWhoseCopyIsReadInAnotherBlock() {
    atomic(t);
    op(Op.MOVE, u, r(t));
    nextBlock();
    store(u);
    op(Op.MOVE, u, c(1));
    assertThat(by(Pass.UNUSED_RESULTS))
        .startsWith("t = atomic.i32.add global[out]:i32, a", "u = move.i32 t");
  }

  @ParameterizedTest
  @EnumSource
  void aPassLeavesAVectorsPiecesTogether(Pass pass) {
    op(Op.SHL, t, r(a), c(7));
    op(Op.SHR, u, r(a), c(25));
    add(InstructionBuilder.of(Op.OR, Type.I32).to(t).from(r(t), r(u)).vectorGroup(3));
    store(t);
    op(Op.AND, t, r(a), c(MASK));
    add(InstructionBuilder.of(Op.MUL, Type.I32).to(t).from(r(t), c(5)).vectorGroup(4));
    store(t);
    assertThat(finish(EnumSet.of(pass)).blocks().get(0).instructions())
        .extracting(Instruction::vectorGroup)
        .contains(3, 4);
  }
}
