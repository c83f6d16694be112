// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Type;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.VliwArchitecture;

/**
 * Lowers double precision: sums and comparisons take two slots, products and fused multiply-adds
 * four.
 *
 * <p>Division and square root refine a reciprocal by Newton's iteration with fused multiply-adds.
 * Kernels with doubles are refused if the device has no double precision.
 */
final class Doubles {
  private final Operands operands;
  private final Emitter emit;

  Doubles(Operands operands) {
    this.operands = operands;
    emit = operands.emit();
  }

  private void require(Instruction i) {
    VliwArchitecture architecture = operands.kernel().architecture();
    if (!architecture.doublePrecision()) {
      throw operands.kernel().refuse(i, "the device has no double precision");
    }
  }

  private Source[] pair(Instruction i, int n) {
    Operand o = i.sources().get(n);
    return new Source[] {operands.low(o), operands.high(o)};
  }

  private static Source[] negated(Source[] a) {
    return new Source[] {a[0], a[1].negate()};
  }

  private Source[] two(String mnemonic, Source[] a, Source[] b) {
    return emit.wide(mnemonic, Unit.PAIR, a[0], a[1], b[0], b[1]);
  }

  private Source[] multiply(Source[] a, Source[] b) {
    return emit.wide("MUL_64", Unit.QUAD, a[0], a[1], b[0], b[1]);
  }

  private Source[] fma(Source[] a, Source[] b, Source[] c) {
    return emit.wide("FMA_64", Unit.QUAD, a[0], a[1], b[0], b[1], c[0], c[1]);
  }

  private Source[] one() {
    return new Source[] {Source.number(0), Source.number(0x3FF00000)};
  }

  /** Copies the sign, which is the most significant bit of the upper half. */
  private Source[] copySign(Instruction i) {
    Source magnitude = emit.plain(pair(i, 1)[1]);
    Source sign = emit.plain(pair(i, 0)[1]);
    Source high =
        operands.kernel().architecture().bitOperations()
            ? emit.op("BFI_INT", Unit.VECTOR, Source.number(0x7FFFFFFF), magnitude, sign)
            : emit.op(
                "OR_INT",
                Unit.ANY,
                emit.op("AND_INT", Unit.ANY, magnitude, Source.number(0x7FFFFFFF)),
                emit.op("AND_INT", Unit.ANY, sign, Source.number(0x80000000)));
    return new Source[] {emit.plain(pair(i, 1)[0]), high};
  }

  private Source[] reciprocal(Source[] a) {
    Source[] half = emit.wide("RECIP_64", Unit.QUAD, a[0], a[1]);
    for (int k = 0; k < 2; k++) {
      Source[] error = fma(negated(a), half, one());
      half = fma(error, half, half);
    }
    return half;
  }

  void lower(Instruction i) {
    require(i);
    Source[] s =
        switch (i.op()) {
          case ADD -> two("ADD_64", pair(i, 0), pair(i, 1));
          case SUB -> two("ADD_64", pair(i, 0), negated(pair(i, 1)));
          case MUL -> multiply(pair(i, 0), pair(i, 1));
          case FMA, MAD_UNFUSED -> fma(pair(i, 0), pair(i, 1), pair(i, 2));
          case MIN -> two("MIN_64", pair(i, 0), pair(i, 1));
          case MAX -> two("MAX_64", pair(i, 0), pair(i, 1));
          case NEG -> negated(pair(i, 0));
          case ABS -> new Source[] {operands.low(i.sources().get(0)), pair(i, 0)[1].magnitude()};
          case COPY_SIGN -> copySign(i);
          case RCP -> reciprocal(pair(i, 0));
          case DIV -> {
            Source[] r = reciprocal(pair(i, 1));
            Source[] q = multiply(pair(i, 0), r);
            Source[] rest = fma(negated(pair(i, 1)), q, pair(i, 0));
            yield fma(rest, r, q);
          }
          case SQRT, RSQRT -> {
            Source[] x = pair(i, 0);
            Source[] r = emit.wide("RECIPSQRT_64", Unit.QUAD, x[0], x[1]);
            Source[] root = multiply(x, r);
            Source[] error = fma(negated(root), root, x);
            yield fma(error, r, root);
          }
          default -> throw operands.kernel().refuse(i, "TeraScale cannot do this on doubles");
        };
    operands.result(i, s[0], s[1]);
  }

  void convert(Instruction i) {
    require(i);
    if (i.type() == Type.F64 && i.sourceType() == Type.F64) {
      Source[] s = pair(i, 0);
      if (i.roundToIntegral()) {
        Source[] fraction = emit.wide("FRACT_64", Unit.PAIR, s[0], s[1]);
        s = two("ADD_64", s, negated(fraction));
      }
      operands.result(i, s[0], s[1]);
    } else if (i.type() == Type.F64) {
      fromNarrow(i);
    } else if (i.type().isFloat()) {
      Source[] s = pair(i, 0);
      operands.result(i, emit.op("FLT64_TO_FLT32", Unit.PAIR, s[0], s[1]));
    } else {
      toInteger(i);
    }
  }

  private void fromNarrow(Instruction i) {
    Source low = operands.low(i.sources().get(0));
    if (i.sourceType().isFloat()) {
      Source[] s = emit.wide("FLT32_TO_FLT64", Unit.PAIR, low, low);
      operands.result(i, s[0], s[1]);
      return;
    }
    // Both 16-bit halves convert exactly; the result is their scaled sum.
    Source plain = emit.plain(low);
    Source upper = emit.op("ASHR_INT", Unit.ANY, plain, Source.number(16));
    Source rest = emit.op("AND_INT", Unit.ANY, plain, Source.number(0xFFFF));
    Source high = emit.op("INT_TO_FLT", Unit.CONVERSION, upper);
    Source small = emit.op("UINT_TO_FLT", Unit.CONVERSION, rest);
    Source[] a = emit.wide("FLT32_TO_FLT64", Unit.PAIR, high, high);
    Source[] b = emit.wide("FLT32_TO_FLT64", Unit.PAIR, small, small);
    Source[] scale = {Source.number(0), Source.number(0x40F00000)};
    Source[] s = fma(a, scale, b);
    operands.result(i, s[0], s[1]);
  }

  private void toInteger(Instruction i) {
    // Adding 1.5 * 2^52 leaves the integer in the lower half.
    Source[] magic = {Source.number(0), Source.number(0x43380000)};
    Source[] s = pair(i, 0);
    Source[] sum = two("ADD_64", s, magic);
    operands.result(i, sum[0], i.type().isWide() ? sum[1] : null);
  }

  Source compare(Instruction i) {
    require(i);
    Source[] a = pair(i, 0);
    Source[] b = pair(i, 1);
    return switch (i.comparison()) {
      case EQ, EQU -> test("SETE_64", a, b);
      case NE, NEU -> test("SETNE_64", a, b);
      case GT, GTU -> test("SETGT_64", a, b);
      case GE, GEU -> test("SETGE_64", a, b);
      case LT, LTU -> test("SETGT_64", b, a);
      case LE, LEU -> test("SETGE_64", b, a);
      case NUM -> test("SETE_64", a, a);
      case NAN -> test("SETNE_64", a, a);
    };
  }

  private Source test(String mnemonic, Source[] a, Source[] b) {
    return emit.op(mnemonic, Unit.PAIR, a[0], a[1], b[0], b[1]);
  }
}
