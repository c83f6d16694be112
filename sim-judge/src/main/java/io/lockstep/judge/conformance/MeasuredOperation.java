// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import static io.lockstep.judge.conformance.Microkernel.i;
import static io.lockstep.judge.conformance.Microkernel.r;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.Type;
import java.util.Locale;

enum MeasuredOperation {
  F32_FMA(Type.F32, "issue.interval"),
  F32_ADD(Type.F32, "issue.interval"),
  I32_ADD(Type.I32, "issue.interval"),
  I32_XOR(Type.I32, "issue.interval"),
  I32_MULTIPLY24(Type.I32, "issue.multiply24"),
  I32_MULTIPLY(Type.I32, "issue.multiply32"),
  /** A transcendental function with the hardware's precision. */
  F32_EXP2(Type.F32, "issue.transcendental"),
  F32_RSQRT(Type.F32, "issue.transcendental"),
  F64_FMA(Type.F64, "issue.double"),
  F64_ADD(Type.F64, "issue.double");

  private final Type type;
  private final String interval;

  MeasuredOperation(Type type, String interval) {
    this.type = type;
    this.interval = interval;
  }

  /** Returns the name in checks, for example {@code f32.fma}. */
  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '.');
  }

  static MeasuredOperation of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT).replace('.', '_'));
  }

  /** Returns the path of the figure for the cycles that occupy the execution unit. */
  String interval() {
    return interval;
  }

  boolean isDouble() {
    return type == Type.F64;
  }

  /** Initializes a value with a number that depends on the work-item. */
  int start(Microkernel k, int chain) {
    int own = k.integer(Op.ADD, r(k.item()), i(chain + 1));
    if (type == Type.I32) {
      return own;
    }
    return k.op(type, InstructionBuilder.of(Op.CONVERT, type).sourceType(Type.I32).from(r(own)));
  }

  void apply(Microkernel k, int value, int other) {
    Operand a = r(value);
    Operand b = r(other);
    k.add(
        switch (this) {
          case F32_FMA ->
              InstructionBuilder.of(Op.FMA, type).fusion(Fusion.PERMITTED).to(value).from(a, b, b);
          case F64_FMA ->
              InstructionBuilder.of(Op.FMA, type).fusion(Fusion.PERMITTED).to(value).from(a, b, b);
          case F32_ADD, F64_ADD, I32_ADD ->
              InstructionBuilder.of(Op.ADD, type).to(value).from(a, b);
          case I32_XOR -> InstructionBuilder.of(Op.XOR, type).to(value).from(a, b);
          case I32_MULTIPLY24 -> InstructionBuilder.of(Op.MUL24, type).to(value).from(a, b);
          case I32_MULTIPLY -> InstructionBuilder.of(Op.MUL, type).to(value).from(a, b);
          case F32_EXP2 ->
              InstructionBuilder.of(Op.EXP2, type).approximate(true).flush(true).to(value).from(a);
          case F32_RSQRT ->
              InstructionBuilder.of(Op.RSQRT, type).approximate(true).flush(true).to(value).from(a);
        });
  }

  /** Converts a value, possibly with loss, to an integer. */
  int word(Microkernel k, int value) {
    return k.word(type, value);
  }
}
