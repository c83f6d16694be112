// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import static io.lockstep.execute.Evaluation.of;
import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.TestKernel;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Exchange between the lanes of a wavefront. */
class LaneOperationsTest {
  @Test
  void lanesExchangeWithin32() {
    // up, down, butterfly, index: PTX ISA, "shfl.sync".
    assertThat(LaneSteps.shuffleSource(5, 2, 0, Variant.Shuffle.UP, 32)).isEqualTo(3);
    assertThat(LaneSteps.shuffleSource(1, 2, 0, Variant.Shuffle.UP, 32)).isEqualTo(-1);
    assertThat(LaneSteps.shuffleSource(30, 2, 31, Variant.Shuffle.DOWN, 32)).isEqualTo(-1);
    assertThat(LaneSteps.shuffleSource(29, 2, 31, Variant.Shuffle.DOWN, 32)).isEqualTo(31);
    assertThat(LaneSteps.shuffleSource(5, 3, 31, Variant.Shuffle.BUTTERFLY, 32)).isEqualTo(6);
    assertThat(LaneSteps.shuffleSource(5, 17, 31, Variant.Shuffle.INDEX, 32)).isEqualTo(17);
    // Segments of 8 lanes: the mask keeps the segment, the clamp ends it.
    assertThat(LaneSteps.shuffleSource(13, 3, 0x1807, Variant.Shuffle.DOWN, 32)).isEqualTo(-1);
    assertThat(LaneSteps.shuffleSource(12, 3, 0x1807, Variant.Shuffle.DOWN, 32)).isEqualTo(15);
    assertThat(LaneSteps.shuffleSource(12, 1, 0x1807, Variant.Shuffle.INDEX, 32)).isEqualTo(9);
  }

  private static long[] lanes(Type result, InstructionBuilder in, Operand... rest) {
    TestKernel k = new TestKernel(40, 1, 1);
    int out = k.buffer("out", 320, null);
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int third = k.op(Type.I32, of(Op.REM, Type.I32).from(r(flat), i(3)));
    int p = k.op(Type.I1, of(Op.COMPARE, Type.I32).comparison(Comparison.EQ).from(r(third), i(0)));
    List<Operand> from = new ArrayList<>();
    for (Operand o : rest) {
      from.add(o == null ? r(in.build().op() == Op.VOTE ? p : third) : o);
    }
    int d = k.register(result);
    int q = k.register(Type.I1);
    Op op = in.build().op();
    boolean pair = op == Op.SHUFFLE || op == Op.MATCH || op == Op.ELECT;
    k.add((pair ? in.to(d, q) : in.to(d)).from(from));
    int value = d;
    if (result == Type.I1) {
      value = k.op(Type.I32, of(Op.SELECT, Type.I32).from(i(1), i(0), r(d)));
    }
    k.storeOwn(out, Type.I32, value);
    k.exit();
    k.run();
    long[] results = new long[40];
    for (int w = 0; w < 40; w++) {
      results[w] = k.result(w);
    }
    return results;
  }

  @Test
  void shufflesVotesAndMatchesSeeTheirLanes() {
    Operand all = i(-1);
    long[] shuffled =
        lanes(
            Type.I32,
            of(Op.SHUFFLE, Type.I32).variant(Variant.Shuffle.DOWN),
            null,
            i(1),
            i(31),
            all);
    assertThat(shuffled[0]).isEqualTo(1);
    assertThat(shuffled[31]).isEqualTo(31 % 3);
    long ballot = 0;
    for (int w = 0; w < 32; w += 3) {
      ballot |= 1L << w;
    }
    assertThat(lanes(Type.I32, of(Op.VOTE, Type.I32).variant(Variant.Vote.BALLOT), null, all)[7])
        .isEqualTo(ballot);
    // Lanes 32 to 39 vote among themselves.
    assertThat(lanes(Type.I32, of(Op.VOTE, Type.I32).variant(Variant.Vote.BALLOT), null, all)[35])
        .isEqualTo(0b10010010);
    assertThat(lanes(Type.I1, of(Op.VOTE, Type.I1).variant(Variant.Vote.ALL), null, all)[7])
        .isZero();
    assertThat(lanes(Type.I1, of(Op.VOTE, Type.I1).variant(Variant.Vote.ANY), null, all)[7])
        .isEqualTo(1);
    assertThat(lanes(Type.I1, of(Op.VOTE, Type.I1).variant(Variant.Vote.UNIFORM), null, all)[7])
        .isZero();
    assertThat(lanes(Type.I32, of(Op.MATCH, Type.I32).variant(Variant.Match.ANY), null, all)[6])
        .isEqualTo(ballot);
    assertThat(lanes(Type.I32, of(Op.MATCH, Type.I32).variant(Variant.Match.ALL), null, all)[6])
        .isZero();
    assertThat(lanes(Type.I32, of(Op.ACTIVE_MASK, Type.I32))[33]).isEqualTo(0xFF);
    assertThat(lanes(Type.I32, of(Op.ELECT, Type.I32), i(0xF0))[5]).isEqualTo(4);
    AtomicOp[] ops = {
      AtomicOp.ADD, AtomicOp.MIN, AtomicOp.MAX, AtomicOp.AND, AtomicOp.OR, AtomicOp.XOR
    };
    // Lanes 32 to 39 hold 2 0 1 2 0 1 2 0.
    long[] want = {8, 0, 2, 0, 3, 2};
    for (int n = 0; n < ops.length; n++) {
      InstructionBuilder in = of(Op.REDUCE, Type.I32).atomic(ops[n]);
      assertThat(lanes(Type.I32, in, null, all)[34]).isEqualTo(want[n]);
    }
  }
}
