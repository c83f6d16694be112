// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Comparison;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.LogicFormula;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Type;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.VliwArchitecture;
import java.util.List;

/**
 * Lowers integer operations of up to 32 bits, and the lower halves of wider ones.
 *
 * <p>Multiplication by a power of two is a shift; 24-bit products can use every vector slot, 32-bit
 * products slot t or the whole bundle. Division is the reciprocal sequence of LLVM's R600 backend
 * (LowerUDIVREM): a reciprocal, five products and the corrections.
 */
final class Integers {
  private final Operands operands;
  private final Emitter emit;
  private final VliwArchitecture architecture;

  Integers(Operands operands) {
    this.operands = operands;
    emit = operands.emit();
    architecture = operands.kernel().architecture();
  }

  private Source a(Instruction i) {
    return operands.bits(i.sources().get(0));
  }

  private Source b(Instruction i) {
    return operands.bits(i.sources().get(1));
  }

  private Source c(Instruction i) {
    return operands.bits(i.sources().get(2));
  }

  private Source any(String mnemonic, Source... s) {
    return emit.op(mnemonic, Unit.ANY, s);
  }

  private static Source number(int n) {
    return Source.number(n);
  }

  Source lower(Instruction i) {
    return switch (i.op()) {
      case ADD -> any("ADD_INT", a(i), b(i));
      case SUB -> any("SUB_INT", a(i), b(i));
      case MUL -> multiply(i, a(i), b(i));
      case MUL_WIDE -> multiply(i, widened(i, 0), widened(i, 1));
      case MAD -> any("ADD_INT", multiply(i, a(i), b(i)), c(i));
      case MAD_WIDE -> any("ADD_INT", multiply(i, widened(i, 0), widened(i, 1)), c(i));
      case MUL_HI -> multiplyHigh(i.signed(), a(i), b(i));
      case MAD_HI -> any("ADD_INT", multiplyHigh(i.signed(), a(i), b(i)), c(i));
      case MUL24 -> multiply24(i.signed(), a(i), b(i));
      case MAD24 -> multiplyAdd24(i.signed(), a(i), b(i), c(i));
      case MUL24_HI -> multiply24High(i);
      case MAD24_HI -> any("ADD_INT", multiply24High(i), c(i));
      case SAD -> sad(i);
      case DIV -> divide(i, true);
      case REM -> divide(i, false);
      case ABS -> any("MAX_INT", a(i), any("SUB_INT", number(0), a(i)));
      case NEG -> any("SUB_INT", number(0), a(i));
      case MIN -> any(i.signed() ? "MIN_INT" : "MIN_UINT", a(i), b(i));
      case MAX -> any(i.signed() ? "MAX_INT" : "MAX_UINT", a(i), b(i));
      case AND -> any("AND_INT", a(i), b(i));
      case OR -> any("OR_INT", a(i), b(i));
      case XOR -> any("XOR_INT", a(i), b(i));
      case NOT -> any("NOT_INT", a(i));
      case CNOT -> any("AND_INT", any("SETE_INT", a(i), number(0)), number(1));
      case SHL -> any("LSHL_INT", a(i), b(i));
      case SHR -> shiftRight(i);
      case FUNNEL_LEFT -> funnel(i, true);
      case FUNNEL_RIGHT -> funnel(i, false);
      case BIT_FIELD_EXTRACT -> extract(i.signed(), a(i), b(i), c(i));
      case BIT_FIELD_INSERT -> insert(i);
      case BIT_REVERSE -> bitOperation("BFREV_INT", 15, a(i));
      case POPCOUNT -> bitOperation("BCNT_INT", 12, a(i));
      case COUNT_LEADING_ZEROS -> {
        Source found = bitOperation("FFBH_UINT", 10, a(i));
        yield any("CNDE_INT", a(i), number(32), found);
      }
      case FIND_LEADING -> {
        Source found = bitOperation(i.signed() ? "FFBH_INT" : "FFBH_UINT", 10, a(i));
        yield any("CNDE_INT", a(i), number(-1), any("SUB_INT", number(31), found));
      }
      case FIND_LEADING_SHIFT -> bitOperation(i.signed() ? "FFBH_INT" : "FFBH_UINT", 10, a(i));
      case PERMUTE_BYTES -> permute(i);
      case LOGIC3 -> logic(i, LogicFormula.of(i.table(), architecture.bitOperations()));
      case DOT4 -> dot(i, 8);
      case DOT2 -> dot(i, 16);
      default -> throw operands.kernel().refuse(i, "TeraScale cannot do this on integers");
    };
  }

  /** Extends a narrow source to 32 bits, since a register's higher bits are undefined. */
  private Source widened(Instruction i, int source) {
    Source s = operands.bits(i.sources().get(source));
    return i.sourceType().bits() < 32 ? extend(s, i.sourceType().bits(), i.signed()) : s;
  }

  private Source multiply(Instruction i, Source a, Source b) {
    int bits =
        i.op() == Op.MUL_WIDE || i.op() == Op.MAD_WIDE ? i.sourceType().bits() : i.type().bits();
    if (bits <= 16) {
      return multiply24(i.signed() && i.op() != Op.MUL && i.op() != Op.MAD, a, b);
    }
    return multiply32(a, b);
  }

  /** The low half of a product: a shift if one factor is a power of two. */
  Source multiply32(Source a, Source b) {
    Source factor = a.isNumber() ? a : b;
    Source other = a.isNumber() ? b : a;
    if (factor.isNumber() && Integer.bitCount(factor.bits()) == 1) {
      return any("LSHL_INT", other, number(Integer.numberOfTrailingZeros(factor.bits())));
    }
    if (factor.isNumber() && factor.bits() == -1) {
      return any("SUB_INT", number(0), other);
    }
    return emit.op("MULLO_INT", Unit.INT_MULTIPLY, a, b);
  }

  Source multiplyHigh(boolean signed, Source a, Source b) {
    return emit.op(signed ? "MULHI_INT" : "MULHI_UINT", Unit.INT_MULTIPLY, a, b);
  }

  private Source multiply24(boolean signed, Source a, Source b) {
    if (signed && !architecture.signedMultiply24()) {
      return multiply32(a, b);
    }
    return emit.op(signed ? "MUL_INT24" : "MUL_UINT24", Unit.VECTOR, a, b);
  }

  private Source multiplyAdd24(boolean signed, Source a, Source b, Source c) {
    if (signed && !architecture.signedMultiply24()) {
      return any("ADD_INT", multiply32(a, b), c);
    }
    return emit.op(signed ? "MULADD_INT24" : "MULADD_UINT24", Unit.VECTOR, a, b, c);
  }

  /** Bits 47 to 16 of a 24-bit product, from both halves of the 32-bit one. */
  private Source multiply24High(Instruction i) {
    Source high = multiplyHigh(i.signed(), a(i), b(i));
    return align(high, multiply32(a(i), b(i)), number(16));
  }

  private Source sad(Instruction i) {
    String max = i.signed() ? "MAX_INT" : "MAX_UINT";
    String min = i.signed() ? "MIN_INT" : "MIN_UINT";
    Source distance = any("SUB_INT", any(max, a(i), b(i)), any(min, a(i), b(i)));
    return any("ADD_INT", distance, c(i));
  }

  private Source shiftRight(Instruction i) {
    Source a = a(i);
    if (i.type().bits() < 32) {
      a = extend(a, i.type().bits(), i.signed());
    }
    return any(i.signed() ? "ASHR_INT" : "LSHR_INT", a, b(i));
  }

  /** The lower half of the 64-bit value high:low shifted right by less than 32 bits. */
  Source align(Source high, Source low, Source amount) {
    if (architecture.bitOperations()) {
      return emit.op("BIT_ALIGN_INT", Unit.VECTOR, high, low, amount);
    }
    Source up = any("LSHL_INT", high, any("SUB_INT", number(32), amount));
    return any("OR_INT", up, any("LSHR_INT", low, amount));
  }

  private Source funnel(Instruction i, boolean left) {
    Source amount = c(i);
    return left ? align(b(i), a(i), any("SUB_INT", number(32), amount)) : align(b(i), a(i), amount);
  }

  private Source extract(boolean signed, Source value, Source from, Source length) {
    if (architecture.bitOperations()) {
      return emit.op(signed ? "BFE_INT" : "BFE_UINT", Unit.VECTOR, value, from, length);
    }
    Source up = any("SUB_INT", any("SUB_INT", number(32), from), length);
    Source moved = any("LSHL_INT", value, up);
    return any(signed ? "ASHR_INT" : "LSHR_INT", moved, any("SUB_INT", number(32), length));
  }

  private Source insert(Instruction i) {
    Source length = operands.bits(i.sources().get(3));
    Source position = c(i);
    if (architecture.bitOperations()) {
      Source mask = emit.op("BFM_INT", Unit.VECTOR, length, position);
      Source moved = any("LSHL_INT", a(i), position);
      return emit.op("BFI_INT", Unit.VECTOR, mask, moved, b(i));
    }
    Source ones = any("SUB_INT", any("LSHL_INT", number(1), length), number(1));
    Source mask = any("LSHL_INT", ones, position);
    Source moved = any("AND_INT", any("LSHL_INT", a(i), position), mask);
    return any("OR_INT", moved, any("AND_INT", b(i), any("NOT_INT", mask)));
  }

  /**
   * One operation if the hardware has it, otherwise {@code otherwise} shifts, masks and additions
   * that cost as much as its emulation.
   */
  private Source bitOperation(String mnemonic, int otherwise, Source a) {
    if (architecture.bitOperations()) {
      return emit.op(mnemonic, Unit.VECTOR, a);
    }
    Source s = a;
    for (int k = 0; k < otherwise; k += 3) {
      Source shifted = any("LSHR_INT", s, number(1 << (k / 3)));
      s = any("ADD_INT", any("AND_INT", s, number(0x55555555 << k)), shifted);
    }
    return s;
  }

  /** Three-input logic: BFI_INT for a bitwise select, otherwise two-input operations. */
  private Source logic(Instruction i, LogicFormula f) {
    List<LogicFormula> o = f.operands();
    return switch (f.kind()) {
      case ZERO -> number(0);
      case ONES -> number(-1);
      case SOURCE -> operands.bits(i.sources().get(f.source()));
      case NOT -> any("NOT_INT", logic(i, o.get(0)));
      case AND -> any("AND_INT", logic(i, o.get(0)), logic(i, o.get(1)));
      case OR -> any("OR_INT", logic(i, o.get(0)), logic(i, o.get(1)));
      case XOR -> any("XOR_INT", logic(i, o.get(0)), logic(i, o.get(1)));
      case SELECT ->
          emit.op(
              "BFI_INT", Unit.VECTOR, logic(i, o.get(0)), logic(i, o.get(1)), logic(i, o.get(2)));
    };
  }

  private Source permute(Instruction i) {
    Source s = number(0);
    for (int k = 0; k < 4; k++) {
      Source selector = extract(false, c(i), number(4 * k), number(3));
      Source amount = any("LSHL_INT", selector, number(3));
      Source bytes = any("AND_INT", align(b(i), a(i), amount), number(0xFF));
      s = any("OR_INT", s, any("LSHL_INT", bytes, number(8 * k)));
    }
    return s;
  }

  private Source dot(Instruction i, int width) {
    Source sum = c(i);
    for (int k = 0; k < 32; k += width) {
      Source x = extract(i.signed(), a(i), number(k), number(width));
      Source y = extract(i.signed(), b(i), number(k), number(width));
      sum = multiplyAdd24(i.signed(), x, y, sum);
    }
    return sum;
  }

  private Source divide(Instruction i, boolean quotient) {
    Source a = i.type().bits() < 32 ? extend(a(i), i.type().bits(), i.signed()) : a(i);
    Source b = i.type().bits() < 32 ? extend(b(i), i.type().bits(), i.signed()) : b(i);
    if (b.isNumber() && Integer.bitCount(b.bits()) == 1 && b.bits() > 0) {
      return byPowerOfTwo(i.signed(), quotient, a, Integer.numberOfTrailingZeros(b.bits()));
    }
    if (!i.signed()) {
      return unsigned(a, b)[quotient ? 0 : 1];
    }
    Source signA = any("ASHR_INT", a, number(31));
    Source signB = any("ASHR_INT", b, number(31));
    Source absA = any("XOR_INT", any("ADD_INT", a, signA), signA);
    Source absB = any("XOR_INT", any("ADD_INT", b, signB), signB);
    Source[] both = unsigned(absA, absB);
    Source sign = quotient ? any("XOR_INT", signA, signB) : signA;
    return any("SUB_INT", any("XOR_INT", both[quotient ? 0 : 1], sign), sign);
  }

  private Source byPowerOfTwo(boolean signed, boolean quotient, Source a, int log) {
    if (!signed) {
      return quotient ? any("LSHR_INT", a, number(log)) : any("AND_INT", a, number((1 << log) - 1));
    }
    if (log == 0) {
      return quotient ? a : number(0);
    }
    Source bias = any("LSHR_INT", any("ASHR_INT", a, number(31)), number(32 - log));
    Source biased = any("ADD_INT", a, bias);
    return quotient
        ? any("ASHR_INT", biased, number(log))
        : any("SUB_INT", a, any("AND_INT", biased, number(-(1 << log))));
  }

  /** Quotient and remainder as LLVM's LowerUDIVREM computes them. */
  Source[] unsigned(Source n, Source d) {
    Source zero = number(0);
    Source r = emit.op("RECIP_UINT", Unit.TRANSCENDENTAL, d);
    Source low = emit.op("MULLO_INT", Unit.INT_MULTIPLY, r, d);
    Source high = multiplyHigh(false, r, d);
    Source absolute = any("CNDE_INT", high, any("SUB_INT", zero, low), low);
    Source error = multiplyHigh(false, absolute, r);
    Source refined = any("CNDE_INT", high, any("ADD_INT", r, error), any("SUB_INT", r, error));
    Source q = multiplyHigh(false, refined, n);
    Source back = emit.op("MULLO_INT", Unit.INT_MULTIPLY, q, d);
    Source rest = any("SUB_INT", n, back);
    Source tooSmall = any("SETGE_UINT", rest, d);
    Source notBelow = any("SETGE_UINT", n, back);
    Source both = any("AND_INT", tooSmall, notBelow);
    Source quotient =
        any(
            "CNDE_INT",
            notBelow,
            any("ADD_INT", q, number(-1)),
            any("CNDE_INT", both, q, any("ADD_INT", q, number(1))));
    Source remainder =
        any(
            "CNDE_INT",
            notBelow,
            any("ADD_INT", rest, d),
            any("CNDE_INT", both, rest, any("SUB_INT", rest, d)));
    return new Source[] {quotient, remainder};
  }

  Source extend(Source s, int bits, boolean signed) {
    if (bits >= 32) {
      return s;
    }
    if (!signed) {
      return any("AND_INT", s, number((1 << bits) - 1));
    }
    if (architecture.bitOperations()) {
      return emit.op("BFE_INT", Unit.VECTOR, s, number(0), number(bits));
    }
    return any("ASHR_INT", any("LSHL_INT", s, number(32 - bits)), number(32 - bits));
  }

  void convert(Instruction i) {
    Operand o = i.sources().get(0);
    Source low = operands.bits(o);
    int from = i.sourceType().bits();
    int to = i.type().bits();
    if (i.sourceType() == Type.I1) {
      low = any("AND_INT", low, number(1));
    } else if (from < 32 && to > from) {
      low = extend(low, from, i.sourceSigned());
    } else if (to < 32 && to < from) {
      low = extend(low, to, i.signed());
    }
    Source high = null;
    if (i.type().isWide()) {
      high =
          i.sourceType().isWide()
              ? operands.high(o)
              : i.sourceSigned() ? any("ASHR_INT", low, number(31)) : number(0);
    }
    operands.result(i, low, high);
  }

  Source selectSign(Instruction i) {
    Source c = c(i);
    return any(i.sourceType().isFloat() ? "CNDGE" : "CNDGE_INT", c, a(i), b(i));
  }

  Source compare(Instruction i) {
    return any(predicateName(i).substring("PRED_".length()), predicate(i));
  }

  /** Sources of the comparison in the hardware's order. */
  Source[] predicate(Instruction i) {
    Source a = narrow(i, 0);
    Source b = narrow(i, 1);
    boolean swap =
        switch (i.comparison()) {
          case LT, LTU, LE, LEU -> true;
          default -> false;
        };
    return swap ? new Source[] {b, a} : new Source[] {a, b};
  }

  private Source narrow(Instruction i, int source) {
    Source s = operands.bits(i.sources().get(source));
    int bits = i.sourceType().bits();
    return i.sourceType() == Type.I1 || s.isNumber() ? s : extend(s, bits, i.signed());
  }

  /** The operation that sets the predicate; without PRED_ it produces a mask. */
  String predicateName(Instruction i) {
    Comparison c = i.comparison();
    String type = i.signed() ? "INT" : "UINT";
    return switch (c) {
      case EQ, EQU -> "PRED_SETE_INT";
      case NE, NEU -> "PRED_SETNE_INT";
      case GT, GTU, LT, LTU -> "PRED_SETGT_" + type;
      case GE, GEU, LE, LEU -> "PRED_SETGE_" + type;
      default -> throw operands.kernel().refuse(i, "TeraScale cannot compare integers so");
    };
  }
}
