// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static io.lockstep.execute.Evaluation.eval;
import static io.lockstep.execute.Evaluation.i16;
import static io.lockstep.execute.Evaluation.i32;
import static io.lockstep.execute.Evaluation.i64;
import static io.lockstep.execute.Evaluation.of;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Type;
import org.junit.jupiter.api.Test;

/** Arithmetic and logic of integers. */
class IntegerOperationsTest {
  private static long int32(Op op, boolean signed, long a, long b) {
    return eval(Type.I32, of(op, Type.I32).signed(signed), i32(a), i32(b));
  }

  private static long int64(Op op, boolean signed, long a, long b) {
    return eval(Type.I64, of(op, Type.I64).signed(signed), i64(a), i64(b));
  }

  private static long int16(Op op, boolean signed, long a, long b) {
    return eval(Type.I16, of(op, Type.I16).signed(signed), i16(a), i16(b));
  }

  @Test
  void operationsOn32BitsGiveTheirKnownValues() {
    assertThat(int32(Op.ADD, false, 0xFFFFFFFFL, 2)).isEqualTo(1);
    assertThat(int32(Op.SUB, false, 1, 2)).isEqualTo(0xFFFFFFFFL);
    assertThat(int32(Op.MUL, false, 0x10001, 0x10001)).isEqualTo(0x00020001);
    assertThat(int32(Op.MUL_HI, true, 0xFFFFFFFFL, 3)).isEqualTo(0xFFFFFFFFL);
    assertThat(int32(Op.MUL_HI, false, 0xFFFFFFFFL, 3)).isEqualTo(2);
    assertThat(int32(Op.MUL24, false, 0x01000005, 3)).isEqualTo(15);
    assertThat(int32(Op.MUL24_HI, false, 0x800000, 0x800000)).isEqualTo(0x40000000);
    assertThat(int32(Op.DIV, true, -7 & 0xFFFFFFFFL, 2)).isEqualTo(0xFFFFFFFDL);
    assertThat(int32(Op.DIV, false, 7, 0)).isEqualTo(0xFFFFFFFFL);
    assertThat(int32(Op.REM, false, 0xFFFFFFFFL, 10)).isEqualTo(5);
    assertThat(int32(Op.MIN, true, 0xFFFFFFFFL, 1)).isEqualTo(0xFFFFFFFFL);
    assertThat(int32(Op.MAX, false, 0xFFFFFFFFL, 1)).isEqualTo(0xFFFFFFFFL);
    assertThat(int32(Op.AND, false, 12, 10)).isEqualTo(8);
    assertThat(int32(Op.OR, false, 12, 10)).isEqualTo(14);
    assertThat(int32(Op.XOR, false, 12, 10)).isEqualTo(6);
    assertThat(int32(Op.SHL, false, 3, 4)).isEqualTo(48);
    assertThat(int32(Op.SHL, false, 3, 32)).isZero();
    assertThat(int32(Op.SHR, true, 0x80000000L, 31)).isEqualTo(0xFFFFFFFFL);
    assertThat(int32(Op.SHR, true, 0x80000000L, 99)).isEqualTo(0xFFFFFFFFL);
    assertThat(int32(Op.SHR, false, 0x80000000L, 31)).isEqualTo(1);
    assertThat(int32(Op.ABS, true, -5 & 0xFFFFFFFFL, 0)).isEqualTo(5);
    assertThat(int32(Op.NEG, true, 5, 0)).isEqualTo(-5 & 0xFFFFFFFFL);
    assertThat(int32(Op.NOT, false, 5, 0)).isEqualTo(~5 & 0xFFFFFFFFL);
    assertThat(int32(Op.CNOT, false, 0, 0)).isEqualTo(1);
    assertThat(int32(Op.BIT_REVERSE, false, 1, 0)).isEqualTo(0x80000000L);
    assertThat(int32(Op.POPCOUNT, false, 0xF0F0, 0)).isEqualTo(8);
    assertThat(int32(Op.COUNT_LEADING_ZEROS, false, 1, 0)).isEqualTo(31);
    assertThat(int32(Op.FIND_LEADING, false, 16, 0)).isEqualTo(4);
    assertThat(int32(Op.FIND_LEADING_SHIFT, false, 16, 0)).isEqualTo(27);
  }

  @Test
  void integersWithThreeOperands() {
    Type t = Type.I32;
    assertThat(eval(t, of(Op.MAD, t), i32(3), i32(4), i32(5))).isEqualTo(17);
    assertThat(eval(t, of(Op.MAD_HI, t), i32(1L << 31), i32(4), i32(5))).isEqualTo(7);
    assertThat(eval(t, of(Op.MAD24, t), i32(3), i32(4), i32(5))).isEqualTo(17);
    assertThat(eval(t, of(Op.MAD24_HI, t), i32(0x800000), i32(2), i32(5))).isEqualTo(256 + 5);
    InstructionBuilder clamped = of(Op.MAD24_HI, t).signed(true).saturate(true);
    assertThat(eval(t, clamped, i32(0x7FFFFF), i32(0x7FFFFF), i32(0x7FFFFFFF)))
        .isEqualTo(0x7FFFFFFF);
    InstructionBuilder high = of(Op.MAD_HI, t).signed(true).saturate(true);
    assertThat(eval(t, high, i32(0x7FFFFFFF), i32(0x7FFFFFFF), i32(0x7FFFFFFF)))
        .isEqualTo(0x7FFFFFFF);
    assertThat(eval(t, of(Op.SAD, t).signed(true), i32(3), i32(8), i32(1))).isEqualTo(6);
    assertThat(
            eval(
                t,
                of(Op.LOGIC3, t).variant(new Variant.TruthTable(0x96)),
                i32(12),
                i32(10),
                i32(6)))
        .isZero();
    assertThat(eval(t, of(Op.PERMUTE_BYTES, t), i32(0x33221100), i32(0x77665544), i32(0x7210)))
        .isEqualTo(0x77221100);
    assertThat(eval(t, of(Op.FUNNEL_LEFT, t).wrap(true), i32(0xF0000000L), i32(1), i32(4)))
        .isEqualTo(0x1F);
    assertThat(eval(t, of(Op.FUNNEL_RIGHT, t), i32(0xF0), i32(1), i32(4))).isEqualTo(0x1000000F);
    assertThat(eval(t, of(Op.BIT_FIELD_EXTRACT, t), i32(0xABCD), i32(4), i32(8))).isEqualTo(0xBC);
    InstructionBuilder insert = of(Op.BIT_FIELD_INSERT, t);
    assertThat(eval(t, insert, 0, i32(0xF), i32(0xAB00), i32(4), i32(4))).isEqualTo(0xABF0);
    InstructionBuilder dot = of(Op.DOT4, t).signed(true).sourceSigned(true);
    assertThat(eval(t, dot, i32(0x01FF0203), i32(0x01010101), i32(0))).isEqualTo(5);
    assertThat(
            eval(
                t,
                of(Op.DOT2, t).variant(Variant.Half.UPPER),
                i32(0x00030002),
                i32(0x05040000),
                i32(1)))
        .isEqualTo(1 + 8 + 15);
    InstructionBuilder add = of(Op.ADD, t).signed(true).saturate(true);
    assertThat(eval(t, add, i32(0x7FFFFFFF), i32(1))).isEqualTo(0x7FFFFFFF);
    InstructionBuilder sub = of(Op.SUB, t).signed(true).saturate(true);
    assertThat(eval(t, sub, i32(0x80000000L), i32(1))).isEqualTo(0x80000000L);
  }

  @Test
  void operationsOn64BitsGiveTheirKnownValues() {
    assertThat(int64(Op.ADD, false, -1, 2)).isEqualTo(1);
    assertThat(int64(Op.SUB, false, 1, 2)).isEqualTo(-1);
    assertThat(int64(Op.MUL, false, 1L << 33, 5)).isEqualTo(5L << 33);
    assertThat(int64(Op.MUL_HI, false, -1, -1)).isEqualTo(-2);
    assertThat(int64(Op.DIV, false, -1, 2)).isEqualTo(Long.MAX_VALUE);
    assertThat(int64(Op.REM, true, -7, 4)).isEqualTo(-3);
    assertThat(int64(Op.MIN, true, -1, 1)).isEqualTo(-1);
    assertThat(int64(Op.MAX, false, -1, 1)).isEqualTo(-1);
    assertThat(int64(Op.AND, false, 12, 10)).isEqualTo(8);
    assertThat(int64(Op.OR, false, 12, 10)).isEqualTo(14);
    assertThat(int64(Op.XOR, false, 12, 10)).isEqualTo(6);
    assertThat(int64(Op.ABS, true, -5, 0)).isEqualTo(5);
    assertThat(int64(Op.NEG, true, 5, 0)).isEqualTo(-5);
    assertThat(int64(Op.NOT, false, 5, 0)).isEqualTo(~5L);
    assertThat(int64(Op.CNOT, false, 5, 0)).isZero();
    assertThat(int64(Op.BIT_REVERSE, false, 1, 0)).isEqualTo(Long.MIN_VALUE);
    Type t = Type.I64;
    assertThat(eval(t, of(Op.SHL, t), i64(3), i32(40))).isEqualTo(3L << 40);
    assertThat(eval(t, of(Op.SHL, t), i64(3), i32(64))).isZero();
    assertThat(eval(t, of(Op.SHR, t).signed(true), i64(-8), i32(1))).isEqualTo(-4);
    assertThat(eval(t, of(Op.MAD, t), i64(3), i64(4), i64(5))).isEqualTo(17);
    assertThat(eval(t, of(Op.MAD_HI, t), i64(-1), i64(2), i64(5))).isEqualTo(6);
    assertThat(eval(t, of(Op.SAD, t), i64(3), i64(8), i64(1))).isEqualTo(6);
    assertThat(eval(t, of(Op.BIT_FIELD_EXTRACT, t), i64(0xABCDL << 40), i32(44), i32(8)))
        .isEqualTo(0xBC);
    assertThat(eval(t, of(Op.BIT_FIELD_INSERT, t), 0, i64(0xF), i64(0), i32(60), i32(4)))
        .isEqualTo(0xFL << 60);
    assertThat(eval(Type.I32, of(Op.POPCOUNT, t), i64(-1))).isEqualTo(64);
    assertThat(eval(Type.I32, of(Op.COUNT_LEADING_ZEROS, t), i64(1))).isEqualTo(63);
    assertThat(eval(Type.I32, of(Op.FIND_LEADING, t), i64(1L << 50))).isEqualTo(50);
    InstructionBuilder wide = of(Op.MUL_WIDE, t).sourceType(Type.I32);
    assertThat(eval(t, wide.signed(true), i32(0xFFFFFFFFL), i32(4))).isEqualTo(-4);
    assertThat(eval(t, wide.signed(true), i32(0xFFFFFFFFL), i32(5))).isEqualTo(-5);
    assertThat(eval(t, wide.signed(false), i32(0xFFFFFFFFL), i32(4))).isEqualTo(0x3FFFFFFFCL);
    InstructionBuilder mad = of(Op.MAD_WIDE, t).sourceType(Type.I32);
    assertThat(eval(t, mad.signed(true), i32(0xFFFFFFFFL), i32(4), i64(1))).isEqualTo(-3);
    assertThat(eval(t, mad.signed(false), i32(0xFFFFFFFFL), i32(4), i64(1)))
        .isEqualTo(0x3FFFFFFFDL);
  }

  @Test
  void operationsOn16BitsGiveTheirKnownValues() {
    assertThat(int16(Op.ADD, false, 0xFFFF, 2)).isEqualTo(1);
    assertThat(int16(Op.SHR, true, 0x8000, 15)).isEqualTo(0xFFFF);
    assertThat(int16(Op.SHR, false, 0x8000, 15)).isEqualTo(1);
    assertThat(int16(Op.MIN, true, 0xFFFF, 1)).isEqualTo(0xFFFF);
    assertThat(int16(Op.DIV, true, -6, 2)).isEqualTo(0xFFFD);
    assertThat(int16(Op.MUL_HI, false, 0xFFFF, 0xFFFF)).isEqualTo(0xFFFE);
    Type t = Type.I16;
    assertThat(eval(t, of(Op.MAD_HI, t), i16(0x8000), i16(2), i16(3))).isEqualTo(4);
    InstructionBuilder wide = of(Op.MUL_WIDE, Type.I32).sourceType(t).signed(true);
    assertThat(eval(Type.I32, wide, i16(0xFFFF), i16(3))).isEqualTo(-3 & 0xFFFFFFFFL);
  }
}
