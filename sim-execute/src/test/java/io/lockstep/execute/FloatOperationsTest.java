// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static io.lockstep.execute.Evaluation.eval;
import static io.lockstep.execute.Evaluation.f32;
import static io.lockstep.execute.Evaluation.f64;
import static io.lockstep.execute.Evaluation.of;
import static io.lockstep.execute.Evaluation.v;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.Evaluation.Value;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;
import org.junit.jupiter.api.Test;

/** Arithmetic of floating-point numbers of all widths. */
class FloatOperationsTest {
  private static final float NAN = Float.NaN;

  private static float float32(Op op, Rounding mode, boolean flush, float... a) {
    Value[] values = new Value[a.length];
    for (int k = 0; k < a.length; k++) {
      values[k] = f32(a[k]);
    }
    return Float.intBitsToFloat(
        (int) eval(Type.F32, of(op, Type.F32).rounding(mode).flush(flush), values));
  }

  @Test
  void floatOperationsRoundSaturateAndFlushAsAsked() {
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
    InstructionBuilder saturated = of(Op.ADD, Type.F32).saturate(true);
    assertThat(eval(Type.F32, saturated, f32(3), f32(4))).isEqualTo(f32(1).bits());
    InstructionBuilder nan = of(Op.MIN, Type.F32).variant(Variant.NanRule.NAN_WINS);
    assertThat(eval(Type.F32, nan, f32(NAN), f32(4))).isEqualTo(0x7FFFFFFF);
    assertThat(
            eval(Type.F32, of(Op.MAX, Type.F32).variant(Variant.NanRule.NAN_WINS), f32(3), f32(4)))
        .isEqualTo(f32(4).bits());
    InstructionBuilder approximate = of(Op.DIV, Type.F32).approximate(true);
    assertThat(eval(Type.F32, approximate, f32(1), f32(4))).isEqualTo(f32(0.25f).bits());
    assertThat(eval(Type.F32, of(Op.RCP, Type.F32).approximate(true), f32(4)))
        .isEqualTo(f32(0.25f).bits());
    assertThat(eval(Type.F32, of(Op.SQRT, Type.F32).approximate(true), f32(4)))
        .isEqualTo(f32(2).bits());
    assertThat(
            eval(
                Type.I1,
                of(Op.TEST_FLOAT, Type.F32).variant(Variant.FloatClass.NOT_A_NUMBER),
                f32(NAN)))
        .isEqualTo(1);
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
  void doubleOperationsRoundAsAsked() {
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
    assertThat(
            eval(Type.F64, of(Op.MAX, Type.F64).variant(Variant.NanRule.NAN_WINS), f64(3), f64(4)))
        .isEqualTo(f64(4).bits());
    assertThat(
            eval(Type.F64, of(Op.MIN, Type.F64).variant(Variant.NanRule.NAN_WINS), f64(3), f64(4)))
        .isEqualTo(f64(3).bits());
    assertThat(
            eval(
                Type.I1,
                of(Op.TEST_FLOAT, Type.F64).variant(Variant.FloatClass.SUBNORMAL),
                f64(1e-310)))
        .isEqualTo(1);
  }

  @Test
  void halfOperationsComputeSaturateAndFlushAsAsked() {
    Value one = v(Type.F16, 0x3C00);
    Value big = v(Type.F16, 0x4880);
    assertThat(eval(Type.F16, of(Op.ADD, Type.F16), one, big)).isEqualTo(0x4900);
    assertThat(eval(Type.F16, of(Op.FMA, Type.F16), one, big, one)).isEqualTo(0x4900);
    assertThat(eval(Type.F16, of(Op.ADD, Type.F16).saturate(true), one, big)).isEqualTo(0x3C00);
    Value subnormal = v(Type.F16, 1);
    assertThat(eval(Type.F16, of(Op.ADD, Type.F16).flush(true), subnormal, subnormal)).isZero();
    InstructionBuilder less = of(Op.COMPARE, Type.F16).comparison(Comparison.LT);
    assertThat(eval(Type.I1, less, one, big)).isEqualTo(1);
  }
}
