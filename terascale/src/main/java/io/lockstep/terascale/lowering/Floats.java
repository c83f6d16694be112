// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Comparison;
import io.lockstep.kernel.ir.Fusion;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Rounding;
import io.lockstep.kernel.ir.Type;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;

/**
 * Lowers single precision, and half precision through conversions (TeraScale has no half
 * arithmetic).
 *
 * <p>Negation and magnitude are source modifiers and saturation an output modifier, without cost. A
 * contracted multiply-add is MULADD. A fused multiply-add that the program requires is FMA where
 * the hardware has it, and otherwise an exact product by Veltkamp's and Dekker's splitting plus a
 * two-sum: 18 operations.
 */
final class Floats {
  private static final int ONE = Float.floatToIntBits(1f);
  private static final int HALF = Float.floatToIntBits(0.5f);
  private static final int SPLIT = Float.floatToIntBits(4097f);
  private static final int INVERSE_TWO_PI = Float.floatToIntBits(0.15915494f);

  private final Operands operands;
  private final Integers integers;
  private final Emitter emit;

  Floats(Operands operands, Integers integers) {
    this.operands = operands;
    this.integers = integers;
    emit = operands.emit();
  }

  private Source any(String mnemonic, Source... s) {
    return emit.op(mnemonic, Unit.ANY, s);
  }

  private Source trans(String mnemonic, Source... s) {
    return emit.op(mnemonic, Unit.TRANSCENDENTAL, s);
  }

  private Source source(Instruction i, int n, Type type) {
    Source s = operands.low(i.sources().get(n));
    return type == Type.F16 ? emit.op("FLT16_TO_FLT32", Unit.VECTOR, emit.plain(s)) : s;
  }

  private Source source(Instruction i, int n) {
    return source(i, n, i.type());
  }

  Source lower(Instruction i) {
    Source s = compute(i);
    return i.type() == Type.F16 ? emit.op("FLT32_TO_FLT16", Unit.VECTOR, s) : s;
  }

  private Source compute(Instruction i) {
    return switch (i.op()) {
      case ADD -> any("ADD", source(i, 0), source(i, 1));
      case SUB -> any("ADD", source(i, 0), source(i, 1).negate());
      case MUL -> any("MUL_IEEE", source(i, 0), source(i, 1));
      case MAD_UNFUSED -> any("MULADD_IEEE", source(i, 0), source(i, 1), source(i, 2));
      case FMA -> multiplyAdd(i);
      case MIN -> any("MIN_DX10", source(i, 0), source(i, 1));
      case MAX -> any("MAX_DX10", source(i, 0), source(i, 1));
      case NEG -> source(i, 0).negate();
      case ABS -> source(i, 0).magnitude();
      case COPY_SIGN -> copySign(i);
      case DIV -> divide(i);
      case RCP -> i.approximate() ? trans("RECIP_IEEE", source(i, 0)) : exactReciprocal(i);
      case RSQRT -> trans("RECIPSQRT_IEEE", source(i, 0));
      case SQRT -> i.approximate() ? trans("SQRT_IEEE", source(i, 0)) : exactRoot(i);
      case SIN -> trans("SIN", reduced(i));
      case COS -> trans("COS", reduced(i));
      case EXP2 -> trans("EXP_IEEE", source(i, 0));
      case LOG2 -> trans("LOG_IEEE", source(i, 0));
      case TANH -> tanh(i);
      case TEST_FLOAT ->
          any("SETGT_UINT", emit.plain(source(i, 0).magnitude()), number(0x7F800000));
      default -> throw operands.kernel().refuse(i, "TeraScale cannot do this on floats");
    };
  }

  private static Source number(int bits) {
    return Source.number(bits);
  }

  private Source multiplyAdd(Instruction i) {
    Source a = source(i, 0);
    Source b = source(i, 1);
    Source c = source(i, 2);
    boolean directed = i.rounding().isDirected();
    if (i.fusion() != Fusion.REQUIRED && !directed) {
      return any("MULADD_IEEE", a, b, c);
    }
    if (operands.kernel().architecture().fusedMultiplyAdd()) {
      return emit.op("FMA", Unit.VECTOR, a, b, c);
    }
    if (i.fusion()
        != Fusion
            .REQUIRED) { // multiply-add with a directed rounding: rounds the product to an integer
      return any("ADD", any(rounding(i.rounding()), any("MUL_IEEE", a, b)), c);
    }
    Source[] x = split(a);
    Source[] y = split(b);
    Source product = any("MUL_IEEE", a, b);
    Source error = any("MULADD_IEEE", x[0], y[0], product.negate());
    error = any("MULADD_IEEE", x[0], y[1], error);
    error = any("MULADD_IEEE", x[1], y[0], error);
    error = any("MULADD_IEEE", x[1], y[1], error);
    Source sum = any("ADD", product, c);
    Source part = any("ADD", sum, product.negate());
    Source left = any("ADD", product, any("ADD", sum, part.negate()).negate());
    Source right = any("ADD", c, part.negate());
    Source rest = any("ADD", any("ADD", left, right), error);
    return any("ADD", sum, rest);
  }

  /** Splits a factor into the sum of two with 12 bits each (Veltkamp). */
  private Source[] split(Source a) {
    Source big = any("MUL_IEEE", a, number(SPLIT));
    Source high = any("ADD", big, any("ADD", big, a.negate()).negate());
    return new Source[] {high, any("ADD", a, high.negate())};
  }

  private Source copySign(Instruction i) {
    Source magnitude = emit.plain(source(i, 1));
    Source sign = emit.plain(source(i, 0));
    if (operands.kernel().architecture().bitOperations()) {
      return emit.op("BFI_INT", Unit.VECTOR, number(0x7FFFFFFF), magnitude, sign);
    }
    return any(
        "OR_INT",
        any("AND_INT", magnitude, number(0x7FFFFFFF)),
        any("AND_INT", sign, number(0x80000000)));
  }

  /** Multiplies by the reciprocal; unless approximate, scales and refines the quotient once. */
  private Source divide(Instruction i) {
    Source a = source(i, 0);
    Source b = source(i, 1);
    if (i.approximate()) {
      return any("MUL_IEEE", a, trans("RECIP_IEEE", b));
    }
    Source large = any("SETGT_DX10", b.magnitude(), number(Float.floatToIntBits(0x1p96f)));
    Source scale = any("CNDE_INT", large, number(ONE), number(Float.floatToIntBits(0x1p-32f)));
    Source scaled = any("MUL_IEEE", b, scale);
    Source r = trans("RECIP_IEEE", scaled);
    Source q = any("MUL_IEEE", a, r);
    Source rest = any("MULADD_IEEE", scaled.negate(), q, a);
    Source refined = any("MULADD_IEEE", rest, r, q);
    return any("MUL_IEEE", refined, scale);
  }

  private Source exactReciprocal(Instruction i) {
    Source x = source(i, 0);
    Source r = trans("RECIP_IEEE", x);
    Source error = any("MULADD_IEEE", x.negate(), r, number(ONE));
    return any("MULADD_IEEE", error, r, r);
  }

  private Source exactRoot(Instruction i) {
    Source x = source(i, 0);
    Source r = trans("RECIPSQRT_IEEE", x);
    Source root = any("MUL_IEEE", x, r);
    Source half = any("MUL_IEEE", r, number(HALF));
    Source error = any("MULADD_IEEE", root.negate(), root, x);
    Source refined = any("MULADD_IEEE", error, half, root);
    return any("CNDE_INT", emit.plain(x), emit.plain(x), refined);
  }

  /** Reduces an angle to turns between -0.5 and 0.5, as R700 requires (LLVM, LowerTrig). */
  private Source reduced(Instruction i) {
    Source turns = any("MULADD_IEEE", source(i, 0), number(INVERSE_TWO_PI), number(HALF));
    return any("ADD", any("FRACT", turns), number(HALF).negate());
  }

  private Source tanh(Instruction i) {
    Source scaled = any("MUL_IEEE", source(i, 0), number(Float.floatToIntBits(2.88539f)));
    Source plusOne = any("ADD", trans("EXP_IEEE", scaled), number(ONE));
    Source r = trans("RECIP_IEEE", plusOne);
    return any("MULADD_IEEE", r, number(Float.floatToIntBits(-2f)), number(ONE));
  }

  void convert(Instruction i) {
    Operand o = i.sources().get(0);
    if (i.type().isFloat() && i.sourceType().isFloat()) {
      floatToFloat(i, operands.low(o));
    } else if (i.type().isFloat()) {
      intToFloat(i, o);
    } else {
      floatToInt(i, source(i, 0, i.sourceType()));
    }
  }

  private void floatToFloat(Instruction i, Source s) {
    if (i.sourceType() == Type.F16 && i.type() == Type.F32) {
      s = emit.op("FLT16_TO_FLT32", Unit.VECTOR, emit.plain(s));
    }
    if (i.roundToIntegral()) {
      s = any(rounding(i.rounding()), s);
    }
    if (i.sourceType() == Type.F32 && i.type() == Type.F16) {
      s = emit.op("FLT32_TO_FLT16", Unit.VECTOR, s);
    }
    if (i.saturate()) {
      s = any("MOV_SAT", s);
    }
    operands.result(i, s);
  }

  private static String rounding(Rounding rounding) {
    return switch (rounding) {
      case ZERO -> "TRUNC";
      case DOWN -> "FLOOR";
      case UP -> "CEIL";
      default -> "RNDNE";
    };
  }

  private void intToFloat(Instruction i, Operand o) {
    Source low = operands.bits(o);
    if (i.sourceType() == Type.I1) {
      operands.result(i, any("AND_INT", low, number(ONE)));
      return;
    }
    low = integers.extend(low, i.sourceType().bits(), i.sourceSigned());
    String mnemonic = i.sourceSigned() ? "INT_TO_FLT" : "UINT_TO_FLT";
    Source s = emit.op(mnemonic, Unit.CONVERSION, low);
    if (i.sourceType().isWide()) {
      Source high = emit.op(mnemonic, Unit.CONVERSION, operands.high(o));
      Source unsignedLow = emit.op("UINT_TO_FLT", Unit.CONVERSION, low);
      s = any("MULADD_IEEE", high, number(Float.floatToIntBits(0x1p32f)), unsignedLow);
    }
    operands.result(i, i.type() == Type.F16 ? emit.op("FLT32_TO_FLT16", Unit.VECTOR, s) : s);
  }

  private void floatToInt(Instruction i, Source s) {
    Source whole = any(rounding(i.rounding()), s);
    if (i.type().isWide()) {
      Source upper = any("MUL_IEEE", whole, number(Float.floatToIntBits(0x1p-32f)));
      Source floor = any("FLOOR", upper);
      Source rest = any("MULADD_IEEE", floor, number(Float.floatToIntBits(-0x1p32f)), whole);
      Source high = any("FLT_TO_INT", floor);
      operands.result(i, emit.op("FLT_TO_UINT", Unit.CONVERSION, rest), high);
      return;
    }
    // FLT_TO_INT takes any slot, FLT_TO_UINT slot t only.
    operands.result(
        i, i.signed() ? any("FLT_TO_INT", whole) : emit.op("FLT_TO_UINT", Unit.CONVERSION, whole));
  }

  Source compare(Instruction i) {
    Source a = source(i, 0, i.sourceType());
    Source b = source(i, 1, i.sourceType());
    return switch (i.comparison()) {
      case EQ -> any("SETE_DX10", a, b);
      case NEU -> any("SETNE_DX10", a, b);
      case GT -> any("SETGT_DX10", a, b);
      case GE -> any("SETGE_DX10", a, b);
      case LT -> any("SETGT_DX10", b, a);
      case LE -> any("SETGE_DX10", b, a);
      case LTU -> any("NOT_INT", any("SETGE_DX10", a, b));
      case LEU -> any("NOT_INT", any("SETGT_DX10", a, b));
      case GTU -> any("NOT_INT", any("SETGE_DX10", b, a));
      case GEU -> any("NOT_INT", any("SETGT_DX10", b, a));
      case NE -> any("OR_INT", any("SETGT_DX10", a, b), any("SETGT_DX10", b, a));
      case EQU -> any("NOT_INT", any("OR_INT", any("SETGT_DX10", a, b), any("SETGT_DX10", b, a)));
      case NUM -> any("AND_INT", any("SETE_DX10", a, a), any("SETE_DX10", b, b));
      case NAN -> any("OR_INT", any("SETNE_DX10", a, a), any("SETNE_DX10", b, b));
    };
  }

  private boolean isSimple(Comparison c) {
    return switch (c) {
      case NE, EQU, NUM, NAN -> false;
      default -> true;
    };
  }

  /** Sources of the predicate; unordered comparisons test the opposite and branch on failure. */
  Source[] predicate(Instruction i) {
    if (!isSimple(i.comparison())) {
      return new Source[] {compare(i), Source.number(0)};
    }
    Source a = source(i, 0, i.sourceType());
    Source b = source(i, 1, i.sourceType());
    return switch (i.comparison()) {
      case LT, LE, GTU, GEU -> new Source[] {b, a};
      default -> new Source[] {a, b};
    };
  }

  String predicateName(Instruction i) {
    return switch (i.comparison()) {
      case EQ -> "PRED_SETE";
      case NEU -> "PRED_SETNE";
      case GT, LT, LEU, GEU -> "PRED_SETGT";
      case GE, LE, LTU, GTU -> "PRED_SETGE";
      default -> "PRED_SETNE_INT";
    };
  }
}
