// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Blocks that have no code, or one way between them. */
class BlockLayoutTest extends PassCase {
  @Test
  void blocksWithoutCodeGo() {
    nextBlock();
    nextBlock();
    store(a);
    assertThat(finish(EnumSet.of(Pass.EMPTY_BLOCKS)).blocks()).hasSize(2);
  }

  @Test
  void aLabelThatNoBranchNamesSplitsNoBlock() {
    op(Op.MUL, t, r(a), r(b));
    add(InstructionBuilder.of(Op.JUMP, Type.I1));
    nextBlock();
    op(Op.ADD, t, r(t), r(m));
    nextBlock();
    store(t);
    Kernel kernel = finish(EnumSet.of(Pass.JOINED_BLOCKS));
    assertThat(kernel.blocks()).hasSize(1);
    assertThat(lines(kernel)).containsExactly("t = mul.i32 a, b", "t = add.i32 t, m");
  }

  @Test
  void aBlockStaysThatHasAnotherWayOrFollowsABarrier() {
    int taken = builder.register(Type.I1, "taken");
    add(InstructionBuilder.of(Op.BARRIER, Type.I32).from(c(0)));
    nextBlock();
    add(
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(Comparison.EQ)
            .from(r(a), r(b))
            .to(taken));
    add(InstructionBuilder.of(Op.BRANCH, Type.I1).guard(taken, false));
    nextBlock();
    op(Op.MUL, m, r(a), r(b));
    nextBlock();
    store(m);
    blocks.get(1).close(List.of(blocks.get(3), blocks.get(2)));
    assertThat(finish(EnumSet.of(Pass.JOINED_BLOCKS)).blocks()).hasSize(4);
  }

  @Test
  void aBlockThatCannotBeReachedIsNoOtherWay() {
    nextBlock();
    store(a);
    Draft unreached = new Draft();
    unreached.close(List.of(blocks.get(1)));
    blocks.add(1, unreached);
    assertThat(finish(EnumSet.of(Pass.JOINED_BLOCKS)).blocks()).hasSize(1);
  }

  @Test
  void aTestOfABarrierBeginsItsBlock() {
    nextBlock();
    add(
        InstructionBuilder.of(Op.ATOMIC, Type.I64)
            .atomic(AtomicOp.BARRIER_TEST)
            .memory(new MemoryAccess(Space.LOCAL, Type.I64, 1, -1, 0))
            .from(r(out), r(out))
            .to(out));
    assertThat(finish(EnumSet.of(Pass.JOINED_BLOCKS)).blocks()).hasSize(2);
  }
}
