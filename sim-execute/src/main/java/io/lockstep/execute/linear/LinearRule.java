// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.linear;

import io.lockstep.execute.lane.GroupPositions;
import io.lockstep.execute.lane.LinearRegister;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;

/**
 * Base and strides of an operation's result from those of its sources.
 *
 * <p>Sums, differences and products with uniform values are exact modulo the width. Conversions to
 * 64 bits and comparisons hold only if no work-item's value wraps, which the values at the corners
 * of the group show.
 */
final class LinearRule {
  private final Instruction in;
  private final LinearRegister[] sources;
  private final GroupPositions positions;

  // Base and strides of the result while it is computed.
  private long base;
  private long x;
  private long y;
  private long z;

  /**
   * Creates the rule of an instruction that has one.
   *
   * @param sources operands, constants included
   */
  LinearRule(Instruction in, LinearRegister[] sources, GroupPositions positions) {
    this.in = in;
    this.sources = sources;
    this.positions = positions;
  }

  /** Returns whether there is a rule for an instruction. */
  static boolean fits(Instruction in, Kernel kernel) {
    if (in.saturate() || in.destinations().size() != 1) {
      return false;
    }
    Type held = kernel.registers().get(in.destinations().get(0));
    boolean wide = in.type().isWide();
    Type source = in.sourceType();
    boolean fits =
        switch (in.op()) {
          case SPECIAL -> isPosition(in.special());
          case MOVE, ADD, SUB, MUL, MAD, SHL, NEG, NOT, SELECT, MIN, MAX ->
              in.sources().size() == sources(in.op()) && areWide(in, kernel, wide);
          case MUL_WIDE, MAD_WIDE -> wide && source == Type.I32 && areWide(in, kernel, false);
          case CONVERT -> source == Type.I32 || isWord(source) && areWide(in, kernel, true);
          case COMPARE ->
              in.combine() == BoolOp.NONE && isWord(source) && areWide(in, kernel, source.isWide());
          default -> false;
        };
    boolean result = in.op() == Op.COMPARE || isWord(in.type()) && held.isWide() == wide;
    return fits && result && (held != Type.I1 || in.op() == Op.COMPARE);
  }

  private static int sources(Op op) {
    return switch (op) {
      case MOVE, NEG, NOT -> 1;
      case MAD, SELECT -> 3;
      default -> 2;
    };
  }

  private static boolean isWord(Type type) {
    return type == Type.I32 || type == Type.I64 || type == Type.PTR;
  }

  /**
   * Returns whether all registers that the operation reads as 64-bit values have 64 bits. Amounts
   * of shifts and predicates are not among them.
   */
  private static boolean areWide(Instruction in, Kernel kernel, boolean wide) {
    for (int k = 0; k < in.sources().size(); k++) {
      Operand operand = in.sources().get(k);
      boolean other = in.op().isAmount(k) || in.op() == Op.SELECT && k == 2;
      boolean sum = in.op() == Op.MAD_WIDE && k == 2;
      if (operand.isRegister() && !other && (wide || sum)) {
        if (!kernel.registers().get(operand.register()).isWide()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns whether a special register is linear in the local id. */
  static boolean isPosition(Special special) {
    return switch (special) {
      case LOCAL_ID_X, LOCAL_ID_Y, LOCAL_ID_Z, LOCAL_ID_FLAT -> true;
      default -> false;
    };
  }

  /** Sets base and strides of the result; returns false if these sources do not determine them. */
  boolean apply(LinearRegister target) {
    boolean found =
        switch (in.op()) {
          case SPECIAL -> position();
          case MUL_WIDE, MAD_WIDE -> wideProduct();
          case CONVERT -> convert();
          case SELECT -> select();
          case MIN, MAX -> extreme();
          case COMPARE -> compare();
          default -> modular();
        };
    if (found) {
      target.set(base, x, y, z);
    }
    return found;
  }

  private boolean position() {
    base = 0;
    x = 0;
    y = 0;
    z = 0;
    switch (in.special()) {
      case LOCAL_ID_X -> x = 1;
      case LOCAL_ID_Y -> y = 1;
      case LOCAL_ID_Z -> z = 1;
      default -> {
        x = 1;
        y = positions.lastX + 1L;
        z = y * (positions.lastY + 1);
      }
    }
    return true;
  }

  private boolean modular() {
    LinearRegister a = sources[0];
    switch (in.op()) {
      case MOVE -> take(a);
      case NEG -> scale(a, -1);
      case NOT -> {
        scale(a, -1);
        base--;
      }
      case ADD -> {
        take(a);
        add(sources[1], 1);
      }
      case SUB -> {
        take(a);
        add(sources[1], -1);
      }
      case SHL -> {
        long amount = sources[1].base() & 0xFFFFFFFFL;
        if (!sources[1].isUniform() || amount >= in.type().bits()) {
          return false;
        }
        scale(a, 1L << amount);
      }
      default -> {
        if (!multiply(a, sources[1])) {
          return false;
        }
        if (in.op() == Op.MAD) {
          add(sources[2], 1);
        }
      }
    }
    return true;
  }

  private void take(LinearRegister a) {
    scale(a, 1);
  }

  private void scale(LinearRegister a, long by) {
    base = a.base() * by;
    x = a.strideX() * by;
    y = a.strideY() * by;
    z = a.strideZ() * by;
  }

  private void add(LinearRegister a, long by) {
    base += a.base() * by;
    x += a.strideX() * by;
    y += a.strideY() * by;
    z += a.strideZ() * by;
  }

  private boolean multiply(LinearRegister a, LinearRegister b) {
    if (b.isUniform()) {
      scale(a, b.base());
    } else if (a.isUniform()) {
      scale(b, a.base());
    } else {
      return false;
    }
    return true;
  }

  private boolean wideProduct() {
    LinearRegister a = sources[0];
    LinearRegister b = sources[1];
    if (!b.isUniform()) {
      LinearRegister swapped = a;
      a = b;
      b = swapped;
    }
    if (!b.isUniform() || !widen(a, in.signed())) {
      return false;
    }
    long by = in.signed() ? (int) b.base() : b.base() & 0xFFFFFFFFL;
    base *= by;
    x *= by;
    y *= by;
    z *= by;
    if (in.op() == Op.MAD_WIDE) {
      add(sources[2], 1);
    }
    return true;
  }

  private boolean convert() {
    if (in.type().isWide() && !in.sourceType().isWide()) {
      return widen(sources[0], in.sourceSigned());
    }
    take(sources[0]);
    return true;
  }

  /**
   * Extends a source of 32 bits to 64; returns false if it wraps for a work-item of the group,
   * since the extended value is not linear then.
   */
  private boolean widen(LinearRegister a, boolean signed) {
    take(a);
    base = signed ? (int) base : base & 0xFFFFFFFFL;
    x = (int) x;
    y = (int) y;
    z = (int) z;
    long least = signed ? Integer.MIN_VALUE : 0;
    long most = signed ? Integer.MAX_VALUE : 0xFFFFFFFFL;
    return base + least() >= least && base + most() <= most;
  }

  private long least() {
    return positions.least(x, y, z);
  }

  private long most() {
    return positions.most(x, y, z);
  }

  private boolean select() {
    if (!sources[2].isUniform()) {
      return false;
    }
    take(sources[2].base() != 0 ? sources[0] : sources[1]);
    return true;
  }

  /** Computes a minimum or maximum if the same source is the result for all work-items. */
  private boolean extreme() {
    if (!subtract(in.type())) {
      return false;
    }
    boolean less = base + most() <= 0;
    if (!less && base + least() < 0) {
      return false;
    }
    take(sources[less == (in.op() == Op.MIN) ? 0 : 1]);
    return true;
  }

  /** Computes a comparison if its result is the same for all work-items of the group. */
  private boolean compare() {
    if (!subtract(in.sourceType())) {
      return false;
    }
    base = decide(in.comparison(), base + least(), base + most());
    x = 0;
    y = 0;
    z = 0;
    return base >= 0;
  }

  /** Subtracts the second source from the first; returns false if either wraps or is too large. */
  private boolean subtract(Type type) {
    if (!bound(sources[1], type)) {
      return false;
    }
    long otherBase = base;
    long otherX = x;
    long otherY = y;
    long otherZ = z;
    if (!bound(sources[0], type)) {
      return false;
    }
    base -= otherBase;
    x -= otherX;
    y -= otherY;
    z -= otherZ;
    return true;
  }

  /**
   * Reads a source; returns false if it wraps for a work-item of the group or may exceed 62 bits.
   */
  private boolean bound(LinearRegister a, Type type) {
    if (type == Type.I32) {
      return widen(a, in.signed());
    }
    take(a);
    return fits(base, 62)
        && fits(x, 32)
        && fits(y, 32)
        && fits(z, 32)
        && (in.signed() || base + least() >= 0);
  }

  private static boolean fits(long value, int bits) {
    return value >> bits - 1 == value >> 63;
  }

  /**
   * Returns the result of a comparison with 0 if it is the same, 1 or 0, for all numbers of a
   * range, otherwise -1.
   */
  private static int decide(Comparison comparison, long least, long most) {
    return switch (comparison) {
      case LT, LTU -> most < 0 ? 1 : least >= 0 ? 0 : -1;
      case LE, LEU -> most <= 0 ? 1 : least > 0 ? 0 : -1;
      case GT, GTU -> least > 0 ? 1 : most <= 0 ? 0 : -1;
      case GE, GEU -> least >= 0 ? 1 : most < 0 ? 0 : -1;
      case EQ, EQU -> least == 0 && most == 0 ? 1 : least > 0 || most < 0 ? 0 : -1;
      case NE, NEU -> least == 0 && most == 0 ? 0 : least > 0 || most < 0 ? 1 : -1;
      default -> -1;
    };
  }
}
