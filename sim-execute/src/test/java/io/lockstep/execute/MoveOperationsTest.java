// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static io.lockstep.execute.Evaluation.eval;
import static io.lockstep.execute.Evaluation.f32;
import static io.lockstep.execute.Evaluation.f64;
import static io.lockstep.execute.Evaluation.i1;
import static io.lockstep.execute.Evaluation.i16;
import static io.lockstep.execute.Evaluation.i32;
import static io.lockstep.execute.Evaluation.i64;
import static io.lockstep.execute.Evaluation.of;
import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.Evaluation.Value;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.Geometry;
import org.junit.jupiter.api.Test;

/** What moves bits without changing them, and special registers. */
class MoveOperationsTest {
  @Test
  void selectsMovesAndReinterprets() {
    for (Value[] ab :
        new Value[][] {
          {i32(7), i32(9)}, {f32(7), f32(9)}, {f64(7), f64(9)}, {i64(7), i64(9)}, {i16(7), i16(9)}
        }) {
      Type t = ab[0].type();
      assertThat(eval(t, of(Op.SELECT, t), 0, ab[0], ab[1], i1(true))).isEqualTo(ab[0].bits());
      assertThat(eval(t, of(Op.SELECT, t), 0, ab[0], ab[1], i1(false))).isEqualTo(ab[1].bits());
      InstructionBuilder sign = of(Op.SELECT_SIGN, t).sourceType(Type.F32);
      assertThat(eval(t, sign, 0, ab[0], ab[1], f32(-1))).isEqualTo(ab[1].bits());
      InstructionBuilder signed = of(Op.SELECT_SIGN, t).sourceType(Type.I32);
      assertThat(eval(t, signed, 0, ab[0], ab[1], i32(0))).isEqualTo(ab[0].bits());
      assertThat(eval(t, of(Op.MOVE, t), ab[0])).isEqualTo(ab[0].bits());
    }
    // Untyped registers: bits stay bits.
    assertThat(eval(Type.I32, of(Op.MOVE, Type.F32), f32(1.5f))).isEqualTo(f32(1.5f).bits());
    assertThat(eval(Type.F32, of(Op.MOVE, Type.I32), i32(f32(1.5f).bits())))
        .isEqualTo(f32(1.5f).bits());
    assertThat(eval(Type.I64, of(Op.MOVE, Type.F64), f64(1.5))).isEqualTo(f64(1.5).bits());
    assertThat(eval(Type.F64, of(Op.MOVE, Type.I64), i64(f64(1.5).bits())))
        .isEqualTo(f64(1.5).bits());
    assertThat(eval(Type.I32, of(Op.ADD, Type.F32), i32(f32(1).bits()), i32(f32(2).bits())))
        .isEqualTo(f32(3).bits());
    assertThat(eval(Type.I64, of(Op.ADD, Type.F64), i64(f64(1).bits()), i64(f64(2).bits())))
        .isEqualTo(f64(3).bits());
    assertThat(eval(Type.I1, of(Op.NOT, Type.I1), 0, i1(true))).isZero();
    assertThat(eval(Type.I1, of(Op.AND, Type.I1), 0, i1(true), i1(false))).isZero();
  }

  @Test
  void packsAndUnpacks() {
    assertThat(eval(Type.I64, of(Op.MOVE, Type.I64), 0, i32(0x11111111), i32(0x22222222)))
        .isEqualTo(0x2222222211111111L);
    assertThat(eval(Type.I64, of(Op.MOVE, Type.I64), 0, i16(1), i16(2), i16(3), i16(4)))
        .isEqualTo(0x0004000300020001L);
    assertThat(eval(Type.I32, of(Op.MOVE, Type.I32), 0, i16(1), i16(2))).isEqualTo(0x00020001);
    TestKernel k = new TestKernel(2, 1, 1);
    int out = k.buffer("out", 16, null);
    int wide = k.op(Type.I64, of(Op.MOVE, Type.I64).from(i(0x2222222211111111L)));
    int low = k.register(Type.I32);
    int high = k.register(Type.I32);
    k.add(of(Op.MOVE, Type.I64).to(low, high).from(r(wide)));
    k.storeOwn(out, Type.I32, k.op(Type.I32, of(Op.SUB, Type.I32).from(r(high), r(low))));
    k.exit();
    k.run();
    assertThat(k.result(1)).isEqualTo(0x11111111);
  }

  @Test
  void everySpecialRegisterHasItsValueInAGroupOfThreeDimensions() {
    for (Special s : Special.values()) {
      TestKernel k = new TestKernel(4, 10, 2);
      k.geometry = new Geometry(3, 4, 5, 4, 10, 2);
      k.dynamicLocalBytes = 12;
      int out = k.buffer("out", 8 * 80, null);
      boolean flatId = s == Special.GROUP_ID_FLAT || s == Special.GLOBAL_ID_FLAT;
      boolean wide = flatId || s == Special.CLOCK64 || s == Special.GLOBAL_TIMER;
      Type t = wide ? Type.I64 : Type.I32;
      k.storeOwn(out, t, k.op(t, of(Op.SPECIAL, t).special(s)));
      k.exit();
      k.run();
      k.executor.execute(3 * 4 * 2 + 3 + 1);
      long want =
          switch (s) {
            case LOCAL_ID_X -> 3;
            case LOCAL_ID_Y -> 2;
            case LOCAL_ID_Z -> 1;
            case LOCAL_SIZE_X -> 4;
            case LOCAL_SIZE_Y -> 10;
            case LOCAL_SIZE_Z -> 2;
            case GROUP_ID_X -> 1;
            case GROUP_ID_Y -> 1;
            case GROUP_ID_Z -> 2;
            case NUM_GROUPS_X -> 3;
            case NUM_GROUPS_Y -> 4;
            case NUM_GROUPS_Z -> 5;
            case LANE_ID -> 51 & 31;
            case WAVEFRONT_ID -> 1;
            case NUM_WAVEFRONTS -> 3;
            case LANE_MASK_EQ -> 1 << 19;
            case LANE_MASK_LE -> (1 << 20) - 1;
            case LANE_MASK_LT -> (1 << 19) - 1;
            case LANE_MASK_GE -> 0xFFF80000L;
            case LANE_MASK_GT -> 0xFFF00000L;
            case DYNAMIC_LOCAL_BYTES, TOTAL_LOCAL_BYTES -> 12;
            case LOCAL_ID_FLAT -> 51;
            case GROUP_ID_FLAT -> 28;
            case GLOBAL_ID_FLAT -> 28 * 80 + 51;
            default -> -1;
          };
      if (want >= 0) {
        assertThat(k.result(51)).as(s.name()).isEqualTo(want);
      }
    }
  }
}
