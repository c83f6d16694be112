// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Type;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;

/**
 * Lowers 64-bit integer operations whose upper half is used: pairs of 32-bit operations, with
 * carries by ADDC_UINT and SUBB_UINT. Division works on 32-bit digits with a refined reciprocal.
 */
final class Wides {
  private final Operands operands;
  private final Integers integers;
  private final Emitter emit;

  Wides(Operands operands, Integers integers) {
    this.operands = operands;
    this.integers = integers;
    emit = operands.emit();
  }

  private Source any(String mnemonic, Source... s) {
    return emit.op(mnemonic, Unit.ANY, s);
  }

  private Source[] pair(Instruction i, int n) {
    Operand o = i.sources().get(n);
    return new Source[] {operands.bits(o), operands.high(o)};
  }

  private static Source number(int n) {
    return Source.number(n);
  }

  void lower(Instruction i) {
    Source[] s =
        switch (i.op()) {
          case ADD -> add(pair(i, 0), pair(i, 1));
          case SUB -> subtract(pair(i, 0), pair(i, 1));
          case NEG -> subtract(new Source[] {number(0), number(0)}, pair(i, 0));
          case MUL -> multiply(pair(i, 0), pair(i, 1));
          case MAD -> add(multiply(pair(i, 0), pair(i, 1)), pair(i, 2));
          case MUL_WIDE -> product(i);
          case MAD_WIDE -> add(product(i), pair(i, 2));
          case MUL_HI -> multiplyHigh(i);
          case AND -> both("AND_INT", i);
          case OR -> both("OR_INT", i);
          case XOR -> both("XOR_INT", i);
          case NOT -> {
            Source[] a = pair(i, 0);
            yield new Source[] {any("NOT_INT", a[0]), any("NOT_INT", a[1])};
          }
          case SHL -> shiftLeft(pair(i, 0), operands.bits(i.sources().get(1)));
          case SHR -> shiftRight(i.signed(), pair(i, 0), operands.bits(i.sources().get(1)));
          case DIV, REM -> divide(i);
          case MIN, MAX -> extreme(i);
          case ABS -> {
            Source[] a = pair(i, 0);
            Source sign = any("ASHR_INT", a[1], number(31));
            Source[] flipped = {any("XOR_INT", a[0], sign), any("XOR_INT", a[1], sign)};
            yield subtract(flipped, new Source[] {sign, sign});
          }
          case POPCOUNT -> {
            Source[] a = pair(i, 0);
            yield new Source[] {
              any("ADD_INT", vector("BCNT_INT", a[0]), vector("BCNT_INT", a[1])), number(0)
            };
          }
          case COUNT_LEADING_ZEROS -> {
            Source[] a = pair(i, 0);
            Source low = any("ADD_INT", vector("FFBH_UINT", a[0]), number(32));
            yield new Source[] {any("CNDE_INT", a[1], low, vector("FFBH_UINT", a[1])), number(0)};
          }
          case BIT_REVERSE -> {
            Source[] a = pair(i, 0);
            yield new Source[] {vector("BFREV_INT", a[1]), vector("BFREV_INT", a[0])};
          }
          case BIT_FIELD_EXTRACT -> {
            Source[] moved = shiftRight(i.signed(), pair(i, 0), operands.bits(i.sources().get(1)));
            Source length = operands.bits(i.sources().get(2));
            yield new Source[] {
              any("AND_INT", moved[0], any("LSHR_INT", number(-1), length)),
              any("AND_INT", moved[1], any("LSHL_INT", number(1), length))
            };
          }
          case BIT_FIELD_INSERT -> {
            Source position = operands.bits(i.sources().get(2));
            Source[] moved = shiftLeft(pair(i, 0), position);
            Source[] mask = shiftLeft(pair(i, 3), position);
            Source[] old = pair(i, 1);
            yield new Source[] {
              vector("BFI_INT", mask[0], moved[0], old[0]),
              vector("BFI_INT", mask[1], moved[1], old[1])
            };
          }
          default ->
              throw operands.kernel().refuse(i, "TeraScale cannot do this on 64-bit integers");
        };
    operands.result(i, s[0], s[1]);
  }

  private Source vector(String mnemonic, Source... s) {
    return emit.op(mnemonic, Unit.VECTOR, s);
  }

  private Source[] both(String mnemonic, Instruction i) {
    Source[] a = pair(i, 0);
    Source[] b = pair(i, 1);
    return new Source[] {any(mnemonic, a[0], b[0]), any(mnemonic, a[1], b[1])};
  }

  private Source[] add(Source[] a, Source[] b) {
    Source carry = any("ADDC_UINT", a[0], b[0]);
    return new Source[] {
      any("ADD_INT", a[0], b[0]), any("ADD_INT", any("ADD_INT", a[1], b[1]), carry)
    };
  }

  private Source[] subtract(Source[] a, Source[] b) {
    Source borrow = any("SUBB_UINT", a[0], b[0]);
    return new Source[] {
      any("SUB_INT", a[0], b[0]), any("SUB_INT", any("SUB_INT", a[1], b[1]), borrow)
    };
  }

  private Source times(Source a, Source b) {
    return integers.multiply32(a, b);
  }

  private Source[] multiply(Source[] a, Source[] b) {
    Source high = integers.multiplyHigh(false, a[0], b[0]);
    Source cross = any("ADD_INT", times(a[0], b[1]), times(a[1], b[0]));
    return new Source[] {times(a[0], b[0]), any("ADD_INT", high, cross)};
  }

  private Source[] product(Instruction i) {
    Source a = operands.bits(i.sources().get(0));
    Source b = operands.bits(i.sources().get(1));
    int bits = i.sourceType().bits();
    a = integers.extend(a, bits, i.signed());
    b = integers.extend(b, bits, i.signed());
    return new Source[] {times(a, b), integers.multiplyHigh(i.signed(), a, b)};
  }

  private Source[] multiplyHigh(Instruction i) {
    Source[] a = pair(i, 0);
    Source[] b = pair(i, 1);
    Source lowHigh = integers.multiplyHigh(false, a[0], b[0]);
    Source[] middle =
        add(
            new Source[] {times(a[0], b[1]), integers.multiplyHigh(false, a[0], b[1])},
            new Source[] {lowHigh, number(0)});
    Source[] other =
        add(
            new Source[] {times(a[1], b[0]), integers.multiplyHigh(false, a[1], b[0])},
            new Source[] {middle[0], number(0)});
    Source[] top = {times(a[1], b[1]), integers.multiplyHigh(i.signed(), a[1], b[1])};
    Source[] sum = add(top, new Source[] {middle[1], number(0)});
    return add(sum, new Source[] {other[1], number(0)});
  }

  private Source[] shiftLeft(Source[] a, Source amount) {
    if (amount.isNumber()) {
      int n = amount.bits() & 63;
      if (n >= 32) {
        return new Source[] {number(0), any("LSHL_INT", a[0], number(n - 32))};
      }
      if (n == 0) {
        return a;
      }
      return new Source[] {
        any("LSHL_INT", a[0], amount), integers.align(a[1], a[0], number(32 - n))
      };
    }
    Source rest = any("SUB_INT", number(32), amount);
    Source high = any("OR_INT", any("LSHL_INT", a[1], amount), any("LSHR_INT", a[0], rest));
    Source far = any("LSHL_INT", a[0], amount);
    Source big = any("SETGT_UINT", amount, number(31));
    return new Source[] {any("CNDE_INT", big, far, number(0)), any("CNDE_INT", big, high, far)};
  }

  private Source[] shiftRight(boolean signed, Source[] a, Source amount) {
    String shift = signed ? "ASHR_INT" : "LSHR_INT";
    Source fill = signed ? any("ASHR_INT", a[1], number(31)) : number(0);
    if (amount.isNumber()) {
      int n = amount.bits() & 63;
      if (n >= 32) {
        return new Source[] {any(shift, a[1], number(n - 32)), fill};
      }
      if (n == 0) {
        return a;
      }
      return new Source[] {integers.align(a[1], a[0], amount), any(shift, a[1], amount)};
    }
    Source near = integers.align(a[1], a[0], amount);
    Source far = any(shift, a[1], amount);
    Source big = any("SETGT_UINT", amount, number(31));
    return new Source[] {any("CNDE_INT", big, near, far), any("CNDE_INT", big, far, fill)};
  }

  /** Schoolbook division: a 32-bit quotient digit from the upper half, one from the rest. */
  private Source[] divide(Instruction i) {
    Source[] a = pair(i, 0);
    Source[] b = pair(i, 1);
    Source[] upper = integers.unsigned(a[1], b[0]);
    Source[] lower = integers.unsigned(a[0], b[0]);
    Source[] scaled = multiply(new Source[] {lower[0], upper[0]}, b);
    Source[] rest = subtract(a, scaled);
    Source digit = integers.unsigned(rest[1], b[0])[0];
    Source[] quotient = add(new Source[] {lower[0], upper[0]}, new Source[] {digit, number(0)});
    return i.op() == Op.DIV ? quotient : subtract(a, multiply(quotient, b));
  }

  private Source[] extreme(Instruction i) {
    Source[] a = pair(i, 0);
    Source[] b = pair(i, 1);
    Source less = below(i.signed(), a, b);
    boolean min = i.op() == Op.MIN;
    Source[] whereLess = min ? a : b;
    Source[] otherwise = min ? b : a;
    return new Source[] {
      any("CNDE_INT", less, otherwise[0], whereLess[0]),
      any("CNDE_INT", less, otherwise[1], whereLess[1])
    };
  }

  private Source below(boolean signed, Source[] a, Source[] b) {
    Source high = any(signed ? "SETGT_INT" : "SETGT_UINT", b[1], a[1]);
    Source equal = any("SETE_INT", a[1], b[1]);
    Source low = any("SETGT_UINT", b[0], a[0]);
    return any("OR_INT", high, any("AND_INT", equal, low));
  }

  Source compare(Instruction i) {
    Source[] a = pair(i, 0);
    Source[] b = pair(i, 1);
    assert i.sourceType() == Type.I64;
    return switch (i.comparison()) {
      case EQ, EQU -> any("SETE_INT", different(a, b), number(0));
      case NE, NEU -> any("SETNE_INT", different(a, b), number(0));
      case LT, LTU -> below(i.signed(), a, b);
      case GT, GTU -> below(i.signed(), b, a);
      case GE, GEU -> any("NOT_INT", below(i.signed(), a, b));
      case LE, LEU -> any("NOT_INT", below(i.signed(), b, a));
      default -> throw operands.kernel().refuse(i, "TeraScale cannot compare integers so");
    };
  }

  private Source different(Source[] a, Source[] b) {
    return any("OR_INT", any("XOR_INT", a[0], b[0]), any("XOR_INT", a[1], b[1]));
  }
}
