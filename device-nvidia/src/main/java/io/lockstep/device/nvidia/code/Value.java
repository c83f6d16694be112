// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;

/**
 * An operand of a machine instruction under construction: a virtual register of 32 bits, a
 * predicate, a constant, or a pair of them for 64 bits.
 *
 * @param number of the register; the bits of an immediate; bank and byte offset of a constant
 * @param negated whether the operand is negated, or a predicate inverted
 * @param high the upper half of a pair; null for 32 bits
 */
public record Value(Kind kind, int number, boolean negated, Value high) {
  public enum Kind {
    VECTOR,
    PREDICATE,
    UNIFORM,
    UNIFORM_PREDICATE,
    IMMEDIATE,
    CONSTANT
  }

  /** The number by which bank 4, which holds addresses of variables, differs from bank 0. */
  private static final int BANK = 0x10000;

  public static final Value ZERO = immediate(0);

  public static Value register(Kind file, int number) {
    return new Value(file, number, false, null);
  }

  public static Value immediate(int bits) {
    return new Value(Kind.IMMEDIATE, bits, false, null);
  }

  /** A constant of bank 0. */
  public static Value constant(int offset) {
    return new Value(Kind.CONSTANT, offset, false, null);
  }

  /** The address of a variable, in constant bank 4. */
  static Value addressOf(int variable) {
    return constant(4 * BANK + 8 * variable).with(constant(4 * BANK + 8 * variable + 4));
  }

  static Value wide(long bits) {
    return immediate((int) bits).with(immediate((int) (bits >>> 32)));
  }

  public Value with(Value upper) {
    return new Value(kind, number, negated, upper);
  }

  public Value low() {
    return high == null ? this : with(null);
  }

  public Value not() {
    return new Value(kind, number, !negated, high);
  }

  public boolean isRegister() {
    return kind != Kind.IMMEDIATE && kind != Kind.CONSTANT;
  }

  public boolean isZero() {
    return kind == Kind.IMMEDIATE && number == 0 && (high == null || high.isZero());
  }

  /** Whether the operand is a constant or an immediate, of which an instruction takes one. */
  public boolean isFixed() {
    boolean vector = kind == Kind.VECTOR || kind == Kind.PREDICATE;
    boolean low = !vector && !low().isZero();
    return low || high != null && high.isFixed();
  }

  public void registers(IntConsumer visitor) {
    for (Value part = this; part != null; part = part.high) {
      if (part.isRegister()) {
        visitor.accept(part.number);
      }
    }
  }

  /** The operand with other registers; what they are negated by stays. */
  public Value renamed(UnaryOperator<Value> names) {
    Value first = with(null);
    if (isRegister()) {
      Value other = names.apply(register(kind, number));
      first = negated ? other.not() : other;
    }
    return high == null ? first : first.with(high.renamed(names));
  }
}
