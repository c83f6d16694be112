// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static io.lockstep.execute.Evaluation.eval;
import static io.lockstep.execute.Evaluation.f32;
import static io.lockstep.execute.Evaluation.f64;
import static io.lockstep.execute.Evaluation.i1;
import static io.lockstep.execute.Evaluation.i32;
import static io.lockstep.execute.Evaluation.i64;
import static io.lockstep.execute.Evaluation.of;
import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;
import org.junit.jupiter.api.Test;

/** Comparisons, and what they combine with. */
class ComparisonsTest {
  private static final float NAN = Float.NaN;

  @Test
  void comparisonsOfNumbersAndNanAreAsPtxDefinesThem() {
    float[][] pairs = {{1, 2}, {2, 2}, {3, 2}, {NAN, 2}};
    int[][] expected = {
      // EQ NE LT LE GT GE EQU NEU LTU LEU GTU GEU NUM NAN
      {0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0},
      {1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0},
      {0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 1, 0},
      {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1},
    };
    for (Comparison c : Comparison.values()) {
      for (int p = 0; p < pairs.length; p++) {
        float a = pairs[p][0];
        float b = pairs[p][1];
        long want = expected[p][c.ordinal()];
        InstructionBuilder single = of(Op.COMPARE, Type.F32).comparison(c);
        assertThat(eval(Type.I1, single, f32(a), f32(b))).isEqualTo(want);
        InstructionBuilder wide = of(Op.COMPARE, Type.F64).comparison(c);
        assertThat(eval(Type.I1, wide, f64(a), f64(b))).isEqualTo(want);
        if (p < 3) {
          InstructionBuilder ints = of(Op.COMPARE, Type.I32).comparison(c).signed(true);
          assertThat(eval(Type.I1, ints, i32((long) a), i32((long) b))).isEqualTo(want);
          InstructionBuilder longs = of(Op.COMPARE, Type.I64).comparison(c);
          assertThat(eval(Type.I1, longs, i64((long) a), i64((long) b))).isEqualTo(want);
        }
      }
    }
    InstructionBuilder unsigned = of(Op.COMPARE, Type.I32).comparison(Comparison.LT);
    assertThat(eval(Type.I1, unsigned, i32(0xFFFFFFFFL), i32(1))).isZero();
    assertThat(eval(Type.I1, unsigned.signed(true), i32(0xFFFFFFFFL), i32(1))).isEqualTo(1);
    InstructionBuilder flushed = of(Op.COMPARE, Type.F32).comparison(Comparison.EQ).flush(true);
    assertThat(eval(Type.I1, flushed, f32(1e-40f), f32(0))).isEqualTo(1);
  }

  @Test
  void comparisonsCombineWithPredicates() {
    for (BoolOp op : BoolOp.values()) {
      for (int bits = 0; bits < 4; bits++) {
        boolean less = (bits & 1) != 0;
        boolean p = (bits & 2) != 0;
        boolean want =
            switch (op) {
              case NONE -> less;
              case AND -> less & p;
              case OR -> less | p;
              case XOR -> less ^ p;
            };
        InstructionBuilder in = of(Op.COMPARE, Type.I32).comparison(Comparison.LT).combine(op);
        assertThat(eval(Type.I1, in, 0, i32(less ? 1 : 5), i32(3), i1(p))).isEqualTo(want ? 1 : 0);
      }
    }
    InstructionBuilder set =
        of(Op.COMPARE_SET, Type.I32).sourceType(Type.F32).comparison(Comparison.GT);
    assertThat(eval(Type.I32, set, f32(2), f32(1))).isEqualTo(0xFFFFFFFFL);
    InstructionBuilder one =
        of(Op.COMPARE_SET, Type.F32).sourceType(Type.I32).comparison(Comparison.GT);
    assertThat(eval(Type.F32, one, i32(2), i32(1))).isEqualTo(f32(1).bits());
  }

  @Test
  void aSecondDestinationHoldsTheNegatedComparison() {
    TestKernel k = new TestKernel(4, 1, 1);
    int out = k.buffer("out", 32, null);
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int p = k.register(Type.I1);
    int q = k.register(Type.I1);
    k.add(of(Op.COMPARE, Type.I32).comparison(Comparison.LT).to(p, q).from(r(flat), i(2)));
    int a = k.op(Type.I32, of(Op.SELECT, Type.I32).from(i(1), i(2), r(p)));
    int b = k.op(Type.I32, of(Op.SELECT, Type.I32).from(i(10), i(20), r(q)));
    k.storeOwn(out, Type.I32, k.op(Type.I32, of(Op.ADD, Type.I32).from(r(a), r(b))));
    k.exit();
    k.run();
    assertThat(k.result(0)).isEqualTo(21);
    assertThat(k.result(3)).isEqualTo(12);
  }
}
