// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static io.lockstep.execute.Evaluation.eval;
import static io.lockstep.execute.Evaluation.f32;
import static io.lockstep.execute.Evaluation.f64;
import static io.lockstep.execute.Evaluation.i16;
import static io.lockstep.execute.Evaluation.i32;
import static io.lockstep.execute.Evaluation.i64;
import static io.lockstep.execute.Evaluation.of;
import static io.lockstep.execute.Evaluation.v;
import static io.lockstep.execute.TestKernel.i;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;
import org.junit.jupiter.api.Test;

/** Conversions between types. */
class ConversionOperationsTest {
  private static final float NAN = Float.NaN;

  private static InstructionBuilder convert(Type to, Type from, Rounding mode) {
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
  void integersAreExtendedCutAndClamped() {
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
    InstructionBuilder clamp =
        convert(Type.I8, i, none).sourceSigned(true).signed(true).saturate(true);
    assertThat(eval(i, clamp, i32(300))).isEqualTo(127);
    InstructionBuilder wide = convert(Type.I64, i, none).sourceSigned(true).saturate(true);
    assertThat(eval(Type.I64, wide, i32(-3 & 0xFFFFFFFFL))).isZero();
  }

  @Test
  void floatsAreRoundedClampedAndFlushedAsAsked() {
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
    InstructionBuilder clamp = convert(Type.F64, Type.F64, Rounding.NONE).saturate(true);
    assertThat(eval(Type.F64, clamp, f64(2.5))).isEqualTo(f64(1).bits());
    assertThat(eval(Type.F16, convert(Type.F16, f, rn), f32(1.5f))).isEqualTo(0x3E00);
    assertThat(eval(f, convert(f, Type.F16, Rounding.NONE), v(Type.F16, 0x3E00)))
        .isEqualTo(f32(1.5f).bits());
  }
}
