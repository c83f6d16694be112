package io.lockstep.trace.exec;

import static io.lockstep.trace.exec.TestKernel.access;
import static io.lockstep.trace.exec.TestKernel.i;
import static io.lockstep.trace.exec.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.trace.ir.Address;
import io.lockstep.trace.ir.AtomicOp;
import io.lockstep.trace.ir.BoolOp;
import io.lockstep.trace.ir.Comparison;
import io.lockstep.trace.ir.Instruction;
import io.lockstep.trace.ir.Op;
import io.lockstep.trace.ir.Operand;
import io.lockstep.trace.ir.Rounding;
import io.lockstep.trace.ir.Space;
import io.lockstep.trace.ir.Special;
import io.lockstep.trace.ir.Type;
import io.lockstep.trace.record.Geometry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every operation through the executor, with registers and with immediates as operands. */
class OperationsTest {
  private static final float NAN = Float.NaN;

  /** An operand: its register's type and bits. */
  private record Value(Type type, long bits) {}

  private static Value v(Type type, long bits) {
    return new Value(type, bits);
  }

  private static Value i32(long bits) {
    return v(Type.I32, bits);
  }

  private static Value i64(long bits) {
    return v(Type.I64, bits);
  }

  private static Value i16(long bits) {
    return v(Type.I16, bits & 0xFFFF);
  }

  private static Value f32(float a) {
    return v(Type.F32, Float.floatToRawIntBits(a) & 0xFFFFFFFFL);
  }

  private static Value f64(double a) {
    return v(Type.F64, Double.doubleToRawLongBits(a));
  }

  private static Value i1(boolean a) {
    return v(Type.I1, a ? 1 : 0);
  }

  /** The bits of the result, zero-extended, checked to be the same in all forms. */
  private static long eval(Type result, Instruction.Builder in, Value... sources) {
    long registers = eval(result, in, 0, sources);
    // The last operand as an immediate takes the specialised loops.
    assertThat(eval(result, in, 1 << sources.length - 1, sources)).isEqualTo(registers);
    if (sources.length > 1) {
      assertThat(eval(result, in, 2, sources)).isEqualTo(registers);
    }
    return registers;
  }

  private static long eval(Type result, Instruction.Builder in, int immediates, Value... sources) {
    TestKernel k = new TestKernel(5, 1, 1);
    int out = k.buffer("out", 40, null);
    List<Operand> operands = new ArrayList<>();
    for (int s = 0; s < sources.length; s++) {
      Value value = sources[s];
      boolean predicate = value.type() == Type.I1;
      if ((immediates >> s & 1) != 0 && !predicate) {
        operands.add(i(value.bits()));
      } else {
        Type moved = value.type() == Type.F16 ? Type.I16 : value.type();
        int register = k.register(value.type());
        k.add(Instruction.of(Op.MOVE, moved).to(register).from(i(value.bits())));
        operands.add(r(register));
      }
    }
    int to = k.register(result);
    k.add(in.to(to).from(operands));
    Type stored = result == Type.I1 ? Type.I32 : result;
    int data = to;
    if (result == Type.I1) {
      data = k.op(Type.I32, Instruction.of(Op.SELECT, Type.I32).from(i(1), i(0), r(to)));
    }
    k.storeOwn(out, stored, data);
    k.exit();
    k.run();
    assertThat(k.result(4)).isEqualTo(k.result(0));
    return k.result(2);
  }

  private static Instruction.Builder of(Op op, Type type) {
    return Instruction.of(op, type);
  }

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
  void integersOf32Bits() {
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
    Instruction.Builder clamped = of(Op.MAD24_HI, t).signed(true).saturate(true);
    assertThat(eval(t, clamped, i32(0x7FFFFF), i32(0x7FFFFF), i32(0x7FFFFFFF)))
        .isEqualTo(0x7FFFFFFF);
    Instruction.Builder high = of(Op.MAD_HI, t).signed(true).saturate(true);
    assertThat(eval(t, high, i32(0x7FFFFFFF), i32(0x7FFFFFFF), i32(0x7FFFFFFF)))
        .isEqualTo(0x7FFFFFFF);
    assertThat(eval(t, of(Op.SAD, t).signed(true), i32(3), i32(8), i32(1))).isEqualTo(6);
    assertThat(eval(t, of(Op.LOGIC3, t).mode(0x96), i32(12), i32(10), i32(6))).isZero();
    assertThat(eval(t, of(Op.PERMUTE_BYTES, t), i32(0x33221100), i32(0x77665544), i32(0x7210)))
        .isEqualTo(0x77221100);
    assertThat(eval(t, of(Op.FUNNEL_LEFT, t).wrap(true), i32(0xF0000000L), i32(1), i32(4)))
        .isEqualTo(0x1F);
    assertThat(eval(t, of(Op.FUNNEL_RIGHT, t), i32(0xF0), i32(1), i32(4))).isEqualTo(0x1000000F);
    assertThat(eval(t, of(Op.BIT_FIELD_EXTRACT, t), i32(0xABCD), i32(4), i32(8))).isEqualTo(0xBC);
    Instruction.Builder insert = of(Op.BIT_FIELD_INSERT, t);
    assertThat(eval(t, insert, 0, i32(0xF), i32(0xAB00), i32(4), i32(4))).isEqualTo(0xABF0);
    Instruction.Builder dot = of(Op.DOT4, t).signed(true).sourceSigned(true);
    assertThat(eval(t, dot, i32(0x01FF0203), i32(0x01010101), i32(0))).isEqualTo(5);
    assertThat(eval(t, of(Op.DOT2, t).mode(1), i32(0x00030002), i32(0x05040000), i32(1)))
        .isEqualTo(1 + 8 + 15);
    Instruction.Builder add = of(Op.ADD, t).signed(true).saturate(true);
    assertThat(eval(t, add, i32(0x7FFFFFFF), i32(1))).isEqualTo(0x7FFFFFFF);
    Instruction.Builder sub = of(Op.SUB, t).signed(true).saturate(true);
    assertThat(eval(t, sub, i32(0x80000000L), i32(1))).isEqualTo(0x80000000L);
  }

  @Test
  void integersOf64Bits() {
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
    Instruction.Builder wide = of(Op.MUL_WIDE, t).sourceType(Type.I32);
    assertThat(eval(t, wide.signed(true), i32(0xFFFFFFFFL), i32(4))).isEqualTo(-4);
    assertThat(eval(t, wide.signed(true), i32(0xFFFFFFFFL), i32(5))).isEqualTo(-5);
    assertThat(eval(t, wide.signed(false), i32(0xFFFFFFFFL), i32(4))).isEqualTo(0x3FFFFFFFCL);
    Instruction.Builder mad = of(Op.MAD_WIDE, t).sourceType(Type.I32);
    assertThat(eval(t, mad.signed(true), i32(0xFFFFFFFFL), i32(4), i64(1))).isEqualTo(-3);
    assertThat(eval(t, mad.signed(false), i32(0xFFFFFFFFL), i32(4), i64(1)))
        .isEqualTo(0x3FFFFFFFDL);
  }

  @Test
  void integersOf16Bits() {
    assertThat(int16(Op.ADD, false, 0xFFFF, 2)).isEqualTo(1);
    assertThat(int16(Op.SHR, true, 0x8000, 15)).isEqualTo(0xFFFF);
    assertThat(int16(Op.SHR, false, 0x8000, 15)).isEqualTo(1);
    assertThat(int16(Op.MIN, true, 0xFFFF, 1)).isEqualTo(0xFFFF);
    assertThat(int16(Op.DIV, true, -6, 2)).isEqualTo(0xFFFD);
    assertThat(int16(Op.MUL_HI, false, 0xFFFF, 0xFFFF)).isEqualTo(0xFFFE);
    Type t = Type.I16;
    assertThat(eval(t, of(Op.MAD_HI, t), i16(0x8000), i16(2), i16(3))).isEqualTo(4);
    Instruction.Builder wide = of(Op.MUL_WIDE, Type.I32).sourceType(t).signed(true);
    assertThat(eval(Type.I32, wide, i16(0xFFFF), i16(3))).isEqualTo(-3 & 0xFFFFFFFFL);
  }

  private static float float32(Op op, Rounding mode, boolean flush, float... a) {
    Value[] values = new Value[a.length];
    for (int k = 0; k < a.length; k++) {
      values[k] = f32(a[k]);
    }
    return Float.intBitsToFloat(
        (int) eval(Type.F32, of(op, Type.F32).rounding(mode).flush(flush), values));
  }

  @Test
  void floats() {
    Rounding rn = Rounding.NEAREST_EVEN;
    Rounding up = Rounding.UP;
    float tiny = 0x1p-30f;
    assertThat(float32(Op.ADD, rn, false, 1, tiny)).isEqualTo(1);
    assertThat(float32(Op.ADD, up, false, 1, tiny)).isEqualTo(Math.nextUp(1f));
    assertThat(float32(Op.SUB, rn, false, 1, 3)).isEqualTo(-2);
    assertThat(float32(Op.SUB, Rounding.ZERO, false, 1, tiny)).isEqualTo(Math.nextDown(1f));
    assertThat(float32(Op.MUL, rn, false, 3, 5)).isEqualTo(15);
    assertThat(float32(Op.MUL, up, false, 1 + 0x1p-23f, 1 + 0x1p-23f)).isEqualTo(1 + 3 * 0x1p-23f);
    assertThat(float32(Op.FMA, rn, false, 3, 5, 1)).isEqualTo(16);
    assertThat(float32(Op.FMA, Rounding.DOWN, false, 1, 1, -tiny)).isEqualTo(Math.nextDown(1f));
    float e = 1 + 0x1p-23f;
    assertThat(float32(Op.FMA, rn, false, e, e, -1 - 0x1p-22f)).isEqualTo(0x1p-46f);
    assertThat(float32(Op.MAD_UNFUSED, rn, false, e, e, -1 - 0x1p-22f)).isZero();
    assertThat(float32(Op.DIV, rn, false, 1, 3)).isEqualTo(1f / 3f);
    assertThat(float32(Op.MIN, rn, false, NAN, 2)).isEqualTo(2);
    assertThat(float32(Op.MAX, rn, false, 3, 2)).isEqualTo(3);
    assertThat(float32(Op.ABS, rn, false, -3)).isEqualTo(3);
    assertThat(float32(Op.NEG, rn, false, -3)).isEqualTo(3);
    assertThat(float32(Op.COPY_SIGN, rn, false, -1, 5)).isEqualTo(-5);
    assertThat(float32(Op.RCP, rn, false, 3)).isEqualTo(1f / 3f);
    assertThat(float32(Op.SQRT, rn, false, 2)).isEqualTo(1.4142135f);
    assertThat(float32(Op.RSQRT, rn, false, 4)).isEqualTo(0.5f);
    assertThat(float32(Op.SIN, rn, false, 0.5f)).isEqualTo((float) StrictMath.sin(0.5));
    assertThat(float32(Op.COS, rn, false, 0.5f)).isEqualTo((float) StrictMath.cos(0.5));
    assertThat(float32(Op.EXP2, rn, false, 3)).isEqualTo(8);
    assertThat(float32(Op.LOG2, rn, false, 8)).isEqualTo(3);
    assertThat(float32(Op.TANH, rn, false, 0)).isZero();
    float subnormal = 0x1p-140f;
    assertThat(float32(Op.ADD, rn, true, subnormal, subnormal)).isZero();
    assertThat(float32(Op.ADD, rn, false, subnormal, subnormal)).isEqualTo(0x1p-139f);
    assertThat(float32(Op.MUL, rn, true, 0x1p-100f, 0x1p-40f)).isZero();
    assertThat(float32(Op.FMA, rn, true, subnormal, 0x1p100f, 1)).isEqualTo(1);
    Instruction.Builder saturated = of(Op.ADD, Type.F32).saturate(true);
    assertThat(eval(Type.F32, saturated, f32(3), f32(4))).isEqualTo(f32(1).bits());
    Instruction.Builder nan = of(Op.MIN, Type.F32).mode(1);
    assertThat(eval(Type.F32, nan, f32(NAN), f32(4))).isEqualTo(0x7FFFFFFF);
    assertThat(eval(Type.F32, of(Op.MAX, Type.F32).mode(1), f32(3), f32(4)))
        .isEqualTo(f32(4).bits());
    Instruction.Builder approximate = of(Op.DIV, Type.F32).approximate(true);
    assertThat(eval(Type.F32, approximate, f32(1), f32(4))).isEqualTo(f32(0.25f).bits());
    assertThat(eval(Type.F32, of(Op.RCP, Type.F32).approximate(true), f32(4)))
        .isEqualTo(f32(0.25f).bits());
    assertThat(eval(Type.F32, of(Op.SQRT, Type.F32).approximate(true), f32(4)))
        .isEqualTo(f32(2).bits());
    assertThat(eval(Type.I1, of(Op.TEST_FLOAT, Type.F32).mode(3), f32(NAN))).isEqualTo(1);
  }

  @Test
  void resultsThatAreNoNumbersAreCanonicalAndDataIsNotTouched() {
    Value infinity = f32(Float.POSITIVE_INFINITY);
    assertThat(eval(Type.F32, of(Op.SUB, Type.F32), infinity, infinity)).isEqualTo(0x7FFFFFFF);
    Value payload = v(Type.F32, 0xFFC12345L);
    assertThat(eval(Type.F32, of(Op.MOVE, Type.F32), payload)).isEqualTo(0xFFC12345L);
    assertThat(eval(Type.F64, of(Op.SUB, Type.F64), f64(1 / 0.0), f64(1 / 0.0)))
        .isEqualTo(0x7FF8000000000000L);
  }

  private static double float64(Op op, Rounding mode, double... a) {
    Value[] values = new Value[a.length];
    for (int k = 0; k < a.length; k++) {
      values[k] = f64(a[k]);
    }
    return Double.longBitsToDouble(eval(Type.F64, of(op, Type.F64).rounding(mode), values));
  }

  @Test
  void doubles() {
    Rounding rn = Rounding.NEAREST_EVEN;
    Rounding up = Rounding.UP;
    assertThat(float64(Op.ADD, rn, 1, 2)).isEqualTo(3);
    assertThat(float64(Op.ADD, up, 1, 0x1p-80)).isEqualTo(Math.nextUp(1.0));
    assertThat(float64(Op.SUB, rn, 1, 2)).isEqualTo(-1);
    assertThat(float64(Op.SUB, Rounding.DOWN, 1, 0x1p-80)).isEqualTo(Math.nextDown(1.0));
    assertThat(float64(Op.MUL, rn, 3, 4)).isEqualTo(12);
    assertThat(float64(Op.MUL, up, 0.1, 0.1)).isEqualTo(0.010000000000000002);
    assertThat(float64(Op.FMA, rn, 3, 4, 5)).isEqualTo(17);
    assertThat(float64(Op.FMA, up, 1, 1, 0x1p-80)).isEqualTo(Math.nextUp(1.0));
    assertThat(float64(Op.MAD_UNFUSED, rn, 3, 4, 5)).isEqualTo(17);
    assertThat(float64(Op.DIV, rn, 1, 3)).isEqualTo(1.0 / 3);
    assertThat(float64(Op.SQRT, rn, 2)).isEqualTo(Math.sqrt(2));
    assertThat(float64(Op.RCP, rn, 3)).isEqualTo(1.0 / 3);
    assertThat(float64(Op.RSQRT, rn, 4)).isEqualTo(0.5);
    assertThat(float64(Op.MIN, rn, 3, 4)).isEqualTo(3);
    assertThat(float64(Op.MAX, rn, 3, Double.NaN)).isEqualTo(3);
    assertThat(float64(Op.ABS, rn, -3)).isEqualTo(3);
    assertThat(float64(Op.NEG, rn, -3)).isEqualTo(3);
    assertThat(float64(Op.COPY_SIGN, rn, -1, 3)).isEqualTo(-3);
    assertThat(eval(Type.F64, of(Op.ADD, Type.F64).saturate(true), f64(3), f64(4)))
        .isEqualTo(f64(1).bits());
    assertThat(eval(Type.F64, of(Op.MAX, Type.F64).mode(1), f64(3), f64(4)))
        .isEqualTo(f64(4).bits());
    assertThat(eval(Type.F64, of(Op.MIN, Type.F64).mode(1), f64(3), f64(4)))
        .isEqualTo(f64(3).bits());
    assertThat(eval(Type.I1, of(Op.TEST_FLOAT, Type.F64).mode(5), f64(1e-310))).isEqualTo(1);
  }

  @Test
  void halves() {
    Value one = v(Type.F16, 0x3C00);
    Value big = v(Type.F16, 0x4880);
    assertThat(eval(Type.F16, of(Op.ADD, Type.F16), one, big)).isEqualTo(0x4900);
    assertThat(eval(Type.F16, of(Op.FMA, Type.F16), one, big, one)).isEqualTo(0x4900);
    assertThat(eval(Type.F16, of(Op.ADD, Type.F16).saturate(true), one, big)).isEqualTo(0x3C00);
    Value subnormal = v(Type.F16, 1);
    assertThat(eval(Type.F16, of(Op.ADD, Type.F16).flush(true), subnormal, subnormal)).isZero();
    Instruction.Builder less = of(Op.COMPARE, Type.F16).comparison(Comparison.LT);
    assertThat(eval(Type.I1, less, one, big)).isEqualTo(1);
  }

  @Test
  void comparisons() {
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
        Instruction.Builder single = of(Op.COMPARE, Type.F32).comparison(c);
        assertThat(eval(Type.I1, single, f32(a), f32(b))).isEqualTo(want);
        Instruction.Builder wide = of(Op.COMPARE, Type.F64).comparison(c);
        assertThat(eval(Type.I1, wide, f64(a), f64(b))).isEqualTo(want);
        if (p < 3) {
          Instruction.Builder ints = of(Op.COMPARE, Type.I32).comparison(c).signed(true);
          assertThat(eval(Type.I1, ints, i32((long) a), i32((long) b))).isEqualTo(want);
          Instruction.Builder longs = of(Op.COMPARE, Type.I64).comparison(c);
          assertThat(eval(Type.I1, longs, i64((long) a), i64((long) b))).isEqualTo(want);
        }
      }
    }
    Instruction.Builder unsigned = of(Op.COMPARE, Type.I32).comparison(Comparison.LT);
    assertThat(eval(Type.I1, unsigned, i32(0xFFFFFFFFL), i32(1))).isZero();
    assertThat(eval(Type.I1, unsigned.signed(true), i32(0xFFFFFFFFL), i32(1))).isEqualTo(1);
    Instruction.Builder flushed = of(Op.COMPARE, Type.F32).comparison(Comparison.EQ).flush(true);
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
        Instruction.Builder in = of(Op.COMPARE, Type.I32).comparison(Comparison.LT).combine(op);
        assertThat(eval(Type.I1, in, 0, i32(less ? 1 : 5), i32(3), i1(p))).isEqualTo(want ? 1 : 0);
      }
    }
    Instruction.Builder set =
        of(Op.COMPARE_SET, Type.I32).sourceType(Type.F32).comparison(Comparison.GT);
    assertThat(eval(Type.I32, set, f32(2), f32(1))).isEqualTo(0xFFFFFFFFL);
    Instruction.Builder one =
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

  private static Instruction.Builder convert(Type to, Type from, Rounding mode) {
    return of(Op.CONVERT, to).sourceType(from).rounding(mode);
  }

  @Test
  void conversionsBetweenIntegersAndFloats() {
    Rounding rn = Rounding.NEAREST_EVEN;
    Rounding rz = Rounding.ZERO;
    Type f = Type.F32;
    Type i = Type.I32;
    assertThat(eval(f, convert(f, i, rn).sourceSigned(true), i32(-3 & 0xFFFFFFFFL)))
        .isEqualTo(f32(-3).bits());
    assertThat(eval(f, convert(f, i, rn), i32(0xFFFFFFFFL))).isEqualTo(f32(0x1p32f).bits());
    assertThat(eval(f, convert(f, i, rz), i32(0xFFFFFFFFL)))
        .isEqualTo(f32(Math.nextDown(0x1p32f)).bits());
    assertThat(eval(f, convert(f, Type.I64, rn), i64(-1))).isEqualTo(f32(0x1p64f).bits());
    assertThat(eval(f, convert(f, Type.I16, rn).sourceSigned(true), i16(0xFFFF)))
        .isEqualTo(f32(-1).bits());
    assertThat(eval(Type.F64, convert(Type.F64, i, rn), i32(0xFFFFFFFFL)))
        .isEqualTo(f64(4294967295.0).bits());
    assertThat(eval(Type.F16, convert(Type.F16, i, rn), i32(5))).isEqualTo(0x4500);
    assertThat(eval(i, convert(i, f, rz).signed(true), f32(-2.7f))).isEqualTo(-2 & 0xFFFFFFFFL);
    assertThat(eval(i, convert(i, f, rn).signed(true), f32(2.5f))).isEqualTo(2);
    assertThat(eval(i, convert(i, f, rz), f32(NAN))).isZero();
    assertThat(eval(i, convert(i, f, rz).flush(true), f32(1e-40f))).isZero();
    assertThat(eval(i, convert(i, f, Rounding.UP).flush(true), f32(1e-40f))).isZero();
    assertThat(eval(i, convert(i, f, Rounding.UP), f32(1e-40f))).isEqualTo(1);
    assertThat(eval(Type.I64, convert(Type.I64, Type.F64, rz).signed(true), f64(-1e15)))
        .isEqualTo(-1_000_000_000_000_000L);
    assertThat(eval(i, convert(Type.I8, f, rz).signed(true), f32(-300))).isEqualTo(0xFFFFFF80L);
    assertThat(eval(i, convert(i, Type.F16, rz), v(Type.F16, 0x4500))).isEqualTo(5);
  }

  @Test
  void conversionsBetweenIntegers() {
    Rounding none = Rounding.NONE;
    Type i = Type.I32;
    assertThat(eval(Type.I64, convert(Type.I64, i, none).sourceSigned(true), i32(0xFFFFFFFFL)))
        .isEqualTo(-1);
    assertThat(eval(Type.I64, convert(Type.I64, i, none), i32(0xFFFFFFFFL))).isEqualTo(0xFFFFFFFFL);
    assertThat(eval(i, convert(i, Type.I64, none), i64(0x123456789L))).isEqualTo(0x23456789);
    assertThat(eval(i, convert(i, Type.I8, none).sourceSigned(true), i32(0x1FF)))
        .isEqualTo(0xFFFFFFFFL);
    assertThat(eval(i, convert(Type.I8, i, none).signed(true), i32(0x1FF))).isEqualTo(0xFFFFFFFFL);
    assertThat(eval(i, convert(Type.I8, i, none), i32(0x1FF))).isEqualTo(0xFF);
    assertThat(eval(Type.I16, convert(Type.I16, i, none), i32(0x12345))).isEqualTo(0x2345);
    assertThat(eval(Type.I64, convert(Type.I16, i, none).signed(true), i32(0xFFFF))).isEqualTo(-1);
    Instruction.Builder clamp =
        convert(Type.I8, i, none).sourceSigned(true).signed(true).saturate(true);
    assertThat(eval(i, clamp, i32(300))).isEqualTo(127);
    Instruction.Builder wide = convert(Type.I64, i, none).sourceSigned(true).saturate(true);
    assertThat(eval(Type.I64, wide, i32(-3 & 0xFFFFFFFFL))).isZero();
  }

  @Test
  void conversionsBetweenFloats() {
    Rounding rn = Rounding.NEAREST_EVEN;
    Type f = Type.F32;
    assertThat(eval(f, convert(f, Type.F64, rn), f64(0.1))).isEqualTo(f32(0.1f).bits());
    assertThat(eval(f, convert(f, Type.F64, Rounding.ZERO), f64(0.1)))
        .isEqualTo(f32(Math.nextDown(0.1f)).bits());
    assertThat(eval(Type.F64, convert(Type.F64, f, Rounding.NONE), f32(0.1f)))
        .isEqualTo(f64(0.1f).bits());
    assertThat(eval(f, convert(f, f, rn).roundToIntegral(true), f32(2.5f)))
        .isEqualTo(f32(2).bits());
    assertThat(eval(f, convert(f, f, Rounding.DOWN).roundToIntegral(true), f32(-2.5f)))
        .isEqualTo(f32(-3).bits());
    assertThat(eval(f, convert(f, f, Rounding.NONE).saturate(true), f32(2.5f)))
        .isEqualTo(f32(1).bits());
    assertThat(eval(f, convert(f, f, Rounding.NONE).flush(true), f32(1e-40f))).isZero();
    Instruction.Builder clamp = convert(Type.F64, Type.F64, Rounding.NONE).saturate(true);
    assertThat(eval(Type.F64, clamp, f64(2.5))).isEqualTo(f64(1).bits());
    assertThat(eval(Type.F16, convert(Type.F16, f, rn), f32(1.5f))).isEqualTo(0x3E00);
    assertThat(eval(f, convert(f, Type.F16, Rounding.NONE), v(Type.F16, 0x3E00)))
        .isEqualTo(f32(1.5f).bits());
  }

  @Test
  void selectsMovesAndReinterprets() {
    for (Value[] ab :
        new Value[][] {
          {i32(7), i32(9)}, {f32(7), f32(9)}, {f64(7), f64(9)}, {i64(7), i64(9)}, {i16(7), i16(9)}
        }) {
      Type t = ab[0].type();
      assertThat(eval(t, of(Op.SELECT, t), 0, ab[0], ab[1], i1(true))).isEqualTo(ab[0].bits());
      assertThat(eval(t, of(Op.SELECT, t), 0, ab[0], ab[1], i1(false))).isEqualTo(ab[1].bits());
      Instruction.Builder sign = of(Op.SELECT_SIGN, t).sourceType(Type.F32);
      assertThat(eval(t, sign, 0, ab[0], ab[1], f32(-1))).isEqualTo(ab[1].bits());
      Instruction.Builder signed = of(Op.SELECT_SIGN, t).sourceType(Type.I32);
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
  void specialRegisters() {
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

  private static long atomic(AtomicOp op, Type type, boolean signed, Space space, long initial) {
    TestKernel k = new TestKernel(3, 1, 1);
    int out = k.buffer("out", 64, null);
    k.dynamicLocalBytes = 8;
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int one = k.op(Type.I32, of(Op.ADD, Type.I32).from(r(flat), i(1)));
    Type data = type == Type.F32 || type == Type.F64 ? type : type.isWide() ? Type.I64 : Type.I32;
    int value = k.register(data);
    k.add(of(Op.CONVERT, data).sourceType(Type.I32).sourceSigned(true).to(value).from(r(one)));
    int at = out;
    if (space == Space.LOCAL) {
      at = k.op(Type.I32, of(Op.MOVE, Type.I32).from(i(0)));
      int start = k.op(data, of(Op.MOVE, data).from(i(initial)));
      k.add(of(Op.STORE, data).from(r(at), r(start)).memory(access(Space.LOCAL, type, 1)));
    } else {
      k.memory.storeLong(Address.of(0, 0), initial);
    }
    boolean exchange = op == AtomicOp.COMPARE_EXCHANGE;
    int old = k.register(data);
    Operand[] from =
        exchange ? new Operand[] {r(at), r(value), i(100)} : new Operand[] {r(at), r(value)};
    k.add(
        of(Op.ATOMIC, data)
            .atomic(op)
            .signed(signed)
            .to(old)
            .from(from)
            .memory(access(space, type, 1)));
    int last = old;
    if (space == Space.LOCAL) {
      last = k.register(data);
      k.add(of(Op.LOAD, data).to(last).from(r(at)).memory(access(Space.LOCAL, type, 1)));
      k.storeOwn(out, data, last);
    }
    k.exit();
    k.run();
    return k.result(0);
  }

  @Test
  void atomicsTakeTurnsInTheOrderOfWorkItems() {
    Space g = Space.GLOBAL;
    Type i = Type.I32;
    Type l = Type.I64;
    assertThat(atomic(AtomicOp.ADD, i, false, g, 10)).isEqualTo(16);
    assertThat(atomic(AtomicOp.SUB, i, false, g, 10)).isEqualTo(4);
    assertThat(atomic(AtomicOp.MIN, i, true, g, 2)).isEqualTo(1);
    assertThat(atomic(AtomicOp.MAX, i, false, g, 2)).isEqualTo(3);
    assertThat(atomic(AtomicOp.INC, i, false, g, 1)).isEqualTo(2);
    assertThat(atomic(AtomicOp.DEC, i, false, g, 1)).isEqualTo(1);
    assertThat(atomic(AtomicOp.AND, i, false, g, 7)).isZero();
    assertThat(atomic(AtomicOp.OR, i, false, g, 8)).isEqualTo(11);
    assertThat(atomic(AtomicOp.XOR, i, false, g, 8)).isEqualTo(8);
    assertThat(atomic(AtomicOp.EXCHANGE, i, false, g, 8)).isEqualTo(3);
    assertThat(atomic(AtomicOp.COMPARE_EXCHANGE, i, false, g, 2)).isEqualTo(100);
    assertThat(atomic(AtomicOp.ADD, l, false, g, 10)).isEqualTo(16);
    assertThat(atomic(AtomicOp.SUB, l, false, g, 10)).isEqualTo(4);
    assertThat(atomic(AtomicOp.MIN, l, true, g, -2)).isEqualTo(-2);
    assertThat(atomic(AtomicOp.MAX, l, false, g, -2)).isEqualTo(-2);
    assertThat(atomic(AtomicOp.INC, l, false, g, 1)).isEqualTo(2);
    assertThat(atomic(AtomicOp.DEC, l, false, g, 1)).isEqualTo(1);
    assertThat(atomic(AtomicOp.AND, l, false, g, 7)).isZero();
    assertThat(atomic(AtomicOp.OR, l, false, g, 8)).isEqualTo(11);
    assertThat(atomic(AtomicOp.XOR, l, false, g, 8)).isEqualTo(8);
    assertThat(atomic(AtomicOp.EXCHANGE, l, false, g, 8)).isEqualTo(3);
    assertThat(atomic(AtomicOp.COMPARE_EXCHANGE, l, false, g, 3)).isEqualTo(100);
    assertThat(atomic(AtomicOp.ADD, Type.F32, false, g, f32(1).bits())).isEqualTo(f32(7).bits());
    assertThat(atomic(AtomicOp.ADD, Type.F64, false, g, f64(1).bits())).isEqualTo(f64(7).bits());
    assertThat(atomic(AtomicOp.MIN, Type.F32, false, g, f32(9).bits())).isEqualTo(f32(1).bits());
    assertThat(atomic(AtomicOp.MAX, Type.F64, false, g, f64(1).bits())).isEqualTo(f64(3).bits());
    assertThat(atomic(AtomicOp.ADD, i, false, Space.LOCAL, 10)).isEqualTo(16);
    assertThat(atomic(AtomicOp.ADD, Type.F32, false, Space.LOCAL, f32(2).bits()))
        .isEqualTo(f32(8).bits());
  }

  @Test
  void lanesExchangeWithin32() {
    // up, down, butterfly, index: PTX ISA, "shfl.sync".
    assertThat(LaneSteps.shuffleSource(5, 2, 0, 0)).isEqualTo(3);
    assertThat(LaneSteps.shuffleSource(1, 2, 0, 0)).isEqualTo(-1);
    assertThat(LaneSteps.shuffleSource(30, 2, 31, 1)).isEqualTo(-1);
    assertThat(LaneSteps.shuffleSource(29, 2, 31, 1)).isEqualTo(31);
    assertThat(LaneSteps.shuffleSource(5, 3, 31, 2)).isEqualTo(6);
    assertThat(LaneSteps.shuffleSource(5, 17, 31, 3)).isEqualTo(17);
    // Segments of 8 lanes: the mask keeps the segment, the clamp ends it.
    assertThat(LaneSteps.shuffleSource(13, 3, 0x1807, 1)).isEqualTo(-1);
    assertThat(LaneSteps.shuffleSource(12, 3, 0x1807, 1)).isEqualTo(15);
    assertThat(LaneSteps.shuffleSource(12, 1, 0x1807, 3)).isEqualTo(9);
  }

  private static long[] lanes(Type result, Instruction.Builder in, Operand... rest) {
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
  void laneOperations() {
    Operand all = i(-1);
    long[] shuffled = lanes(Type.I32, of(Op.SHUFFLE, Type.I32).mode(1), null, i(1), i(31), all);
    assertThat(shuffled[0]).isEqualTo(1);
    assertThat(shuffled[31]).isEqualTo(31 % 3);
    long ballot = 0;
    for (int w = 0; w < 32; w += 3) {
      ballot |= 1L << w;
    }
    assertThat(lanes(Type.I32, of(Op.VOTE, Type.I32).mode(3), null, all)[7]).isEqualTo(ballot);
    // Lanes 32 to 39 vote among themselves.
    assertThat(lanes(Type.I32, of(Op.VOTE, Type.I32).mode(3), null, all)[35]).isEqualTo(0b10010010);
    assertThat(lanes(Type.I1, of(Op.VOTE, Type.I1).mode(0), null, all)[7]).isZero();
    assertThat(lanes(Type.I1, of(Op.VOTE, Type.I1).mode(1), null, all)[7]).isEqualTo(1);
    assertThat(lanes(Type.I1, of(Op.VOTE, Type.I1).mode(2), null, all)[7]).isZero();
    assertThat(lanes(Type.I32, of(Op.MATCH, Type.I32), null, all)[6]).isEqualTo(ballot);
    assertThat(lanes(Type.I32, of(Op.MATCH, Type.I32).mode(1), null, all)[6]).isZero();
    assertThat(lanes(Type.I32, of(Op.ACTIVE_MASK, Type.I32))[33]).isEqualTo(0xFF);
    assertThat(lanes(Type.I32, of(Op.ELECT, Type.I32), i(0xF0))[5]).isEqualTo(4);
    AtomicOp[] ops = {
      AtomicOp.ADD, AtomicOp.MIN, AtomicOp.MAX, AtomicOp.AND, AtomicOp.OR, AtomicOp.XOR
    };
    // Lanes 32 to 39 hold 2 0 1 2 0 1 2 0.
    long[] want = {8, 0, 2, 0, 3, 2};
    for (int n = 0; n < ops.length; n++) {
      Instruction.Builder in = of(Op.REDUCE, Type.I32).atomic(ops[n]);
      assertThat(lanes(Type.I32, in, null, all)[34]).isEqualTo(want[n]);
    }
  }

  @Test
  void memoryOfAllWidths() {
    Type[] types = {Type.I8, Type.I16, Type.I32, Type.I64, Type.F32, Type.F64};
    for (Type type : types) {
      for (Space space : new Space[] {Space.GLOBAL, Space.LOCAL}) {
        TestKernel k = new TestKernel(6, 1, 1);
        int out = k.buffer("out", 512, null);
        k.dynamicLocalBytes = 512;
        int flat = k.special(Special.LOCAL_ID_FLAT);
        Type held = type.bits() < 32 ? Type.I32 : type;
        int negative = k.op(Type.I32, of(Op.SUB, Type.I32).from(i(-100), r(flat)));
        int value = k.register(held);
        k.add(
            of(Op.CONVERT, held)
                .sourceType(Type.I32)
                .sourceSigned(true)
                .signed(true)
                .to(value)
                .from(r(negative)));
        int base = out;
        if (space == Space.LOCAL) {
          base = k.op(Type.PTR, of(Op.MOVE, Type.PTR).from(i(0)));
        }
        int at = k.address(base, flat, 4 * type.bytes());
        k.add(
            of(Op.STORE, held)
                .from(r(at), r(value), r(value), r(value), r(value))
                .memory(access(space, type, 4)));
        Integer[] back = {-1, -1, k.register(held), -1};
        k.add(of(Op.LOAD, held).signed(true).to(back).from(r(at)).memory(access(space, type, 4)));
        int result = k.register(Type.I64);
        k.add(
            of(Op.CONVERT, Type.I64)
                .sourceType(held)
                .sourceSigned(true)
                .signed(true)
                .to(result)
                .from(r(back[2])));
        k.add(of(Op.BARRIER, Type.I32));
        int next = k.builder.block();
        k.builder.successors(k.block, next);
        k.block = next;
        k.storeOwn(out, Type.I64, result);
        k.exit();
        k.run();
        assertThat(k.result(5)).as(type + " " + space).isEqualTo(-105);
      }
    }
  }
}
