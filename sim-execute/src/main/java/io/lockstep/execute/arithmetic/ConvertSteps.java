// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import io.lockstep.execute.lane.Loop;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.number.FloatOps;
import io.lockstep.execute.number.HalfFloats;
import io.lockstep.execute.number.NumberConversions;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;
import java.util.List;

/** Loops of conversions: the common ones directly, all others via 64 bits. */
public final class ConvertSteps {
  private ConvertSteps() {}

  public static void add(Instruction in, RegisterFile registers, List<Step> out) {
    boolean fromFloat = in.sourceType().isFloat();
    boolean toFloat = in.type().isFloat();
    if (fromFloat) {
      if (toFloat) {
        floatToFloat(in, registers, out);
      } else {
        floatToInteger(in, registers, out);
      }
    } else if (toFloat) {
      integerToFloat(in, registers, out);
    } else {
      integerToInteger(in, registers, out);
    }
  }

  private static void integerToInteger(Instruction in, RegisterFile registers, List<Step> out) {
    Type from = in.sourceType();
    Type to = in.type();
    Operand a = in.sources().get(0);
    int d = in.destinations().get(0);
    boolean sourceSigned = in.sourceSigned();
    if (in.saturate()) {
      long[] wide = registers.longs(a, from, sourceSigned);
      boolean signed = in.signed();
      int bits = to.bits();
      long[] clamped = to.isWide() ? registers.longResult(d) : wide.clone();
      out.add(
          (Loop)
              (lo, hi) -> {
                for (int i = lo; i < hi; i++) {
                  clamped[i] = NumberConversions.clamp(wide[i], sourceSigned, bits, signed);
                }
              });
      if (!to.isWide()) {
        out.add(MoveSteps.low(registers.intResult(d, to, signed), clamped));
      }
    } else if (to.isWide()) {
      out.add(MoveSteps.copy(registers.longResult(d), registers.longs(a, from, sourceSigned)));
    } else if (from.isWide()) {
      long[] wide = registers.longs(a, from, sourceSigned);
      out.add(MoveSteps.low(registers.intResult(d, to, in.signed()), wide));
    } else {
      int[] narrow = registers.ints(a, from, sourceSigned);
      out.add(MoveSteps.copy(registers.intResult(d, to, in.signed()), narrow));
    }
  }

  private static void integerToFloat(Instruction in, RegisterFile registers, List<Step> out) {
    Type from = in.sourceType();
    Operand a = in.sources().get(0);
    int to = in.destinations().get(0);
    boolean signed = in.sourceSigned();
    Rounding mode = in.rounding();
    boolean exact32 = !from.isWide() && FloatOps.isNearest(mode) && (signed || from.bits() < 32);
    if (in.type() == Type.F32 && exact32) {
      int[] x = registers.ints(a, from, signed);
      float[] d = registers.floatResult(to);
      out.add(
          (Loop)
              (lo, hi) -> {
                for (int i = lo; i < hi; i++) {
                  d[i] = x[i];
                }
              });
    } else if (in.type() == Type.F32) {
      long[] x = registers.longs(a, from, signed);
      float[] d = registers.floatResult(to);
      out.add(
          (Loop)
              (lo, hi) -> {
                for (int i = lo; i < hi; i++) {
                  d[i] = NumberConversions.toFloat(x[i], signed, mode);
                }
              });
    } else if (in.type() == Type.F64) {
      long[] x = registers.longs(a, from, signed);
      double[] d = registers.doubleResult(to);
      out.add(
          (Loop)
              (lo, hi) -> {
                for (int i = lo; i < hi; i++) {
                  d[i] = NumberConversions.toDouble(x[i], signed, mode);
                }
              });
    } else {
      long[] x = registers.longs(a, from, signed);
      int[] d = registers.intResult(to, Type.I16, false);
      // Every value of more than 53 bits overflows 16 bits, so the first rounding has no effect.
      out.add(
          (Loop)
              (lo, hi) -> {
                for (int i = lo; i < hi; i++) {
                  double value = NumberConversions.toDouble(x[i], signed, Rounding.NEAREST_EVEN);
                  d[i] = HalfFloats.toHalf(value, mode);
                }
              });
    }
  }

  private static double[] input(Instruction in, RegisterFile registers, List<Step> out) {
    Operand a = in.sources().get(0);
    if (in.flush() && in.sourceType() == Type.F32) {
      float[] flushed = FloatSteps.flushed(registers.floats(a, Type.F32), out);
      double[] wide = registers.newDoubles();
      out.add(MoveSteps.floatToDouble(wide, flushed));
      return wide;
    }
    return registers.doubles(a, in.sourceType());
  }

  private static void floatToInteger(Instruction in, RegisterFile registers, List<Step> out) {
    double[] x = input(in, registers, out);
    int to = in.destinations().get(0);
    Rounding mode = in.rounding();
    boolean signed = in.signed();
    int bits = in.type().bits();
    long ofNaN = NumberConversions.integerOfNaN(in.sourceType() == Type.F64, bits, signed);
    if (in.type().isWide()) {
      long[] d = registers.longResult(to);
      out.add(
          (Loop)
              (lo, hi) -> {
                for (int i = lo; i < hi; i++) {
                  d[i] = NumberConversions.toInteger(x[i], mode, bits, signed, ofNaN);
                }
              });
    } else {
      int[] d = registers.intResult(to, in.type(), signed);
      out.add(
          (Loop)
              (lo, hi) -> {
                for (int i = lo; i < hi; i++) {
                  d[i] = (int) NumberConversions.toInteger(x[i], mode, bits, signed, ofNaN);
                }
              });
    }
  }

  private static void floatToFloat(Instruction in, RegisterFile registers, List<Step> out) {
    double[] x = input(in, registers, out);
    int to = in.destinations().get(0);
    Rounding mode = in.rounding();
    // Equal types: rounds to an integral value in this mode.
    boolean integral =
        in.roundToIntegral() || in.type() == in.sourceType() && mode != Rounding.NONE;
    boolean flush = in.flush();
    boolean saturate = in.saturate();
    Rounding narrowing = integral ? Rounding.NEAREST_EVEN : mode;
    double[] value = integral ? registers.newDoubles() : x;
    if (integral) {
      out.add(
          (Loop)
              (lo, hi) -> {
                for (int i = lo; i < hi; i++) {
                  value[i] = NumberConversions.toIntegral(x[i], mode);
                }
              });
    }
    if (in.type() == Type.F32) {
      float[] d = registers.floatResult(to);
      out.add(
          (Loop)
              (lo, hi) -> {
                for (int i = lo; i < hi; i++) {
                  float r = FloatOps.toFloat(value[i], narrowing);
                  d[i] = flush ? FloatOps.flush(r) : r;
                }
              });
      if (saturate) {
        out.add(FloatSteps.saturate(d));
      }
    } else if (in.type() == Type.F64) {
      double[] d = registers.doubleResult(to);
      out.add(MoveSteps.copy(d, value));
      if (saturate) {
        out.add(DoubleSteps.saturate(d));
      }
    } else {
      int[] d = registers.intResult(to, Type.I16, false);
      out.add(
          (Loop)
              (lo, hi) -> {
                for (int i = lo; i < hi; i++) {
                  double v = saturate ? FloatOps.saturate(value[i]) : value[i];
                  d[i] = HalfFloats.toHalf(v, narrowing);
                }
              });
    }
  }
}
