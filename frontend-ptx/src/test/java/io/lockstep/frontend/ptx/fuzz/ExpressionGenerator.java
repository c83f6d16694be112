// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.fuzz;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Random expressions of OpenCL C with defined results. Signed sums and products are formed in
 * unsigned types of at least 32 bits, divisors are odd and positive or guarded, conversions of
 * floats saturate and never see a NaN.
 */
final class ExpressionGenerator {
  private static final List<String> COMPARISONS = List.of("<", "<=", ">", ">=", "==", "!=");
  private static final List<String> ROUNDINGS = List.of("", "_rte", "_rtz", "_rtp", "_rtn");
  private static final List<String> UNARY_FLOATS =
      List.of("floor", "ceil", "trunc", "rint", "round", "fabs", "sqrt", "-", "sign");

  private final SplittableRandom random;
  private final Function<CType, String> variable;
  private final BiFunction<CType, Integer, String> call;

  /**
   * @param variable a variable (or a part of one) of a type, or null
   * @param call a call of a function with this result and budget, or null
   */
  ExpressionGenerator(
      SplittableRandom random,
      Function<CType, String> variable,
      BiFunction<CType, Integer, String> call) {
    this.random = random;
    this.variable = variable;
    this.call = call;
  }

  /** A value of the input as a scalar of a type. */
  String input(CType type) {
    String word = "in[(gid * " + (2 * random.nextInt(50) + 1) + "u + " + random.nextInt(99) + "u)";
    word += " & 1023u]";
    if (type.isFloat()) {
      return type.bits() == 32 ? "ff(" + word + ")" : "fd((ulong)" + word + " << 32 | gid)";
    }
    return type.bits() == 64
        ? "(" + type.text() + ")((ulong)" + word + " << 32 | (gid * 2654435761u))"
        : "(" + type.text() + ")" + word;
  }

  /** Bits of a scalar as an unsigned integer. */
  String bits(String value, CType type) {
    if (type.isFloat()) {
      return (type.bits() == 32 ? "bf(" : "bd(") + value + ")";
    }
    return "(" + type.integer(false).text() + ")(" + value + ")";
  }

  /** Something that is true or false. */
  String condition(int budget) {
    int kind = random.nextInt(budget > 0 ? 6 : 3);
    CType type = scalar();
    return switch (kind) {
      case 3 -> "(" + condition(budget - 1) + " && " + condition(budget - 1) + ")";
      case 4 -> "(" + condition(budget - 1) + " || !" + condition(budget - 1) + ")";
      case 5 -> {
        CType vector = CType.integer(random.nextInt(8), 4);
        String any = random.nextBoolean() ? "any" : "all";
        yield any + "(" + comparison(vector, budget - 1) + ")";
      }
      default ->
          "("
              + of(type, budget - 1)
              + " "
              + COMPARISONS.get(random.nextInt(COMPARISONS.size()))
              + " "
              + of(type, budget - 1)
              + ")";
    };
  }

  private String comparison(CType type, int budget) {
    String how = COMPARISONS.get(random.nextInt(COMPARISONS.size()));
    return "(" + of(type, budget) + " " + how + " " + of(type, budget) + ")";
  }

  private CType scalar() {
    int kind = random.nextInt(11);
    return kind < 8 ? CType.integer(kind, 1) : kind < 10 ? CType.FLOAT : CType.DOUBLE;
  }

  /** An expression of a type. */
  String of(CType type, int budget) {
    if (budget <= 0 || random.nextInt(6) == 0) {
      return leaf(type);
    }
    if (random.nextInt(10) == 0) {
      String made = call.apply(type, budget);
      if (made != null) {
        return made;
      }
    }
    return type.isFloat() ? floating(type, budget) : integer(type, budget);
  }

  private String leaf(CType type) {
    String found = random.nextInt(5) == 0 ? null : variable.apply(type);
    if (found != null) {
      return found;
    }
    if (type.isVector()) {
      if (random.nextBoolean()) {
        return "(" + type.text() + ")(" + leaf(type.element()) + ")";
      }
      StringBuilder s = new StringBuilder("(" + type.text() + ")(");
      for (int i = 0; i < type.lanes(); i++) {
        s.append(i == 0 ? "" : ", ").append(leaf(type.element()));
      }
      return s.append(')').toString();
    }
    return literal(type);
  }

  private String literal(CType type) {
    if (type.isFloat()) {
      String[] values = {
        "0.0", "1.0", "-1.5", "3.0", "0.1", "-1e10", "1e-3", "65504.0", "16777217.0", "0.5", "-2.5"
      };
      return "(" + type.text() + ")" + values[random.nextInt(values.length)];
    }
    long value =
        switch (random.nextInt(5)) {
          case 0 -> random.nextInt(4);
          case 1 -> 1L << random.nextInt(type.bits());
          case 2 -> (1L << random.nextInt(type.bits())) - 1;
          case 3 -> random.nextInt(256);
          default -> random.nextLong();
        };
    long kept = type.bits() == 64 ? value : value & (1L << type.bits()) - 1;
    return "(" + type.text() + ")0x" + Long.toHexString(kept) + (type.bits() == 64 ? "ul" : "u");
  }

  // Integers.

  private String integer(CType t, int budget) {
    int b = budget - 1;
    return switch (random.nextInt(31)) {
      case 0, 1 -> sum(t, "+", b);
      case 2 -> sum(t, "-", b);
      case 3, 4 -> sum(t, "*", b);
      case 5 -> divide(t, "/", b);
      case 6 -> divide(t, "%", b);
      case 7 -> bitwise(t, "&", b);
      case 8 -> bitwise(t, "|", b);
      case 9 -> bitwise(t, "^", b);
      case 10 -> "(" + t.text() + ")(~" + of(t, b) + ")";
      case 11 -> shiftLeft(t, b);
      case 12, 13 -> shiftRight(t, b);
      case 14 -> t.isVector() || random.nextBoolean() ? two("mul_hi", t, b) : highProduct(t, b);
      case 15 -> two(random.nextBoolean() ? "min" : "max", t, b);
      case 16 -> two("rotate", t, b);
      case 17 -> random.nextBoolean() ? two("add_sat", t, b) : subtractSaturating(t, b);
      case 18 -> two(random.nextBoolean() ? "hadd" : "rhadd", t, b);
      case 19 -> {
        String f = random.nextBoolean() ? "clz" : "popcount";
        yield f + "(" + of(t, b) + ")";
      }
      case 20 -> absolute(t, b);
      case 21 -> t.isVector() ? selectVector(t, b) : choose(t, b);
      case 22 -> "bitselect(" + of(t, b) + ", " + of(t, b) + ", " + of(t, b) + ")";
      case 23, 24 -> convertInteger(t, b);
      case 25 -> convertFloat(t, b);
      case 26 -> narrowProduct(t, b);
      case 27 -> t.isVector() ? shuffle(t, b) : ofFloat(t, b);
      case 28 -> two("mul_hi", t, b);
      case 29 -> t.isVector() ? convertComparison(t, b) : upsample(t, b);
      default -> clamp(t, b);
    };
  }

  /** In unsigned arithmetic, so that nothing overflows that may not. */
  private String sum(CType t, String op, int b) {
    CType u = t.wide();
    if (t.isVector()) {
      return "as_" + t.text() + "(as_" + u.text() + "(" + of(t, b) + ") " + op + " as_" + u.text()
          + "(" + of(t, b) + "))";
    }
    String cast = "(" + u.text() + ")";
    return "(" + t.text() + ")(" + cast + of(t, b) + " " + op + " " + cast + of(t, b) + ")";
  }

  private String divide(CType t, String op, int b) {
    String a = of(t, b);
    if (!t.isVector() && random.nextBoolean()) {
      String d = leaf(t);
      String guard =
          t.isSigned()
              ? "(" + d + ") == 0 || (" + d + ") == (" + t.text() + ")-1"
              : "(" + d + ") == 0";
      return "(" + t.text() + ")((" + guard + ") ? " + a + " : " + a + " " + op + " (" + d + "))";
    }
    long largest = t.isSigned() ? (1L << t.bits() - 1) - 1 : -1;
    if (!t.isSigned() && t.bits() < 64) {
      largest = (1L << t.bits()) - 1;
    }
    if (random.nextBoolean()) {
      largest = 15;
    }
    String mask = "(" + t.text() + ")0x" + Long.toHexString(largest) + "ul";
    String divisor = "((" + of(t, b) + " & " + mask + ") | (" + t.text() + ")1)";
    return "(" + t.text() + ")(" + a + " " + op + " " + divisor + ")";
  }

  private String bitwise(CType t, String op, int b) {
    return "(" + t.text() + ")(" + of(t, b) + " " + op + " " + of(t, b) + ")";
  }

  private String amount(CType t, int b) {
    String mask = "(" + t.text() + ")" + (t.bits() - 1);
    return "(" + of(t, b) + " & " + mask + ")";
  }

  private String shiftLeft(CType t, int b) {
    CType u = t.wide();
    if (t.isVector()) {
      return "as_"
          + t.text()
          + "(as_"
          + u.text()
          + "("
          + of(t, b)
          + ") << as_"
          + u.text()
          + "("
          + amount(t, b)
          + "))";
    }
    return "(" + t.text() + ")((" + u.text() + ")" + of(t, b) + " << " + amount(t, b) + ")";
  }

  private String shiftRight(CType t, int b) {
    return "(" + t.text() + ")(" + of(t, b) + " >> " + amount(t, b) + ")";
  }

  private String two(String f, CType t, int b) {
    return f + "(" + of(t, b) + ", " + of(t, b) + ")";
  }

  private String absolute(CType t, int b) {
    CType from = t.integer(true);
    // libclc 19 leaves the absolute value of the smallest number open.
    String smallest = "(" + from.text() + ")(" + -((1L << t.bits() - 1) - 1) + ")";
    String value =
        random.nextBoolean()
            ? "abs(max(" + of(from, b) + ", " + smallest + "))"
            // pocl 3.1 gets differences beyond the signed range wrong.
            : "abs_diff(" + halved(from, b) + ", " + halved(from, b) + ")";
    return "as_" + t.text() + "(" + value + ")";
  }

  /** libclc 19 takes 0 minus the smallest number for a negative overflow. */
  private String subtractSaturating(CType t, int b) {
    String subtrahend = of(t, b);
    if (t.isSigned()) {
      long least = -((1L << t.bits() - 1) - 1);
      subtrahend = "max(" + subtrahend + ", (" + t.text() + ")(" + least + "))";
    }
    return "sub_sat(" + of(t, b) + ", " + subtrahend + ")";
  }

  private String halved(CType t, int b) {
    return "(" + t.text() + ")(" + of(t, b) + " >> (" + t.text() + ")1)";
  }

  private String choose(CType t, int b) {
    return "(" + t.text() + ")(" + condition(b) + " ? " + of(t, b) + " : " + of(t, b) + ")";
  }

  private String selectVector(CType t, int b) {
    // A comparison of vectors gives the signed integer of the same shape.
    CType compared = random.nextBoolean() ? t.integer(true) : t.integer(false);
    return "select(" + of(t, b) + ", " + of(t, b) + ", " + comparison(compared, b) + ")";
  }

  private String convertComparison(CType t, int b) {
    CType compared = t.integer(random.nextBoolean());
    return "as_" + t.text() + "(" + comparison(compared, b) + ")";
  }

  private String convertInteger(CType t, int b) {
    CType from = other(t);
    String sat = random.nextBoolean() ? "_sat" : "";
    return "convert_" + t.text() + sat + "(" + of(from, b) + ")";
  }

  /** Any integer of as many lanes, but two shorts: see {@link ProgramGenerator}. */
  private CType other(CType t) {
    int number = random.nextInt(8);
    boolean pair = t.lanes() == 2 && (number == 2 || number == 3);
    return CType.integer(pair ? number + 2 : number, t.lanes());
  }

  private String convertFloat(CType t, int b) {
    CType from = random.nextInt(3) > 0 ? CType.FLOAT : CType.DOUBLE;
    String rounding = ROUNDINGS.get(random.nextInt(ROUNDINGS.size()));
    String guard = from == CType.FLOAT ? "vf(" : "vd(";
    String f = "convert_" + t.element().text() + "_sat" + rounding;
    String value = f + "(" + guard + of(from, b) + "))";
    return t.isVector() ? "(" + t.text() + ")(" + value + ")" : value;
  }

  /** The sum wraps, so it is formed in an unsigned type. */
  private String highProduct(CType t, int b) {
    String u = t.wide().text();
    return "("
        + t.text()
        + ")(("
        + u
        + ")"
        + two("mul_hi", t, b)
        + " + ("
        + u
        + ")"
        + of(t, b)
        + ")";
  }

  /** mul24 and mad24 are defined for operands that fit 24 bits. */
  private String narrowProduct(CType t, int b) {
    if (t.bits() != 32) {
      return sum(t, "*", b);
    }
    String[] operands = new String[2];
    for (int i = 0; i < 2; i++) {
      operands[i] =
          t.isSigned()
              ? "((" + of(t, b) + ") >> (" + t.text() + ")8)"
              : "((" + of(t, b) + ") & (" + t.text() + ")0xffffff)";
    }
    if (random.nextBoolean()) {
      // The product of two 24-bit numbers may not overflow when signed.
      return t.isSigned()
          ? "mul24(" + operands[0] + ", (" + of(t, b) + ") & (" + t.text() + ")0x7f)"
          : "mul24(" + operands[0] + ", " + operands[1] + ")";
    }
    return t.isSigned()
        ? "mul24((" + of(t, b) + ") >> (" + t.text() + ")25, " + operands[1] + ")"
        : "mad24(" + operands[0] + ", " + operands[1] + ", " + of(t, b) + ")";
  }

  private String shuffle(CType t, int b) {
    if (t.lanes() == 3) {
      return bitwise(t, "^", b);
    }
    CType mask = t.integer(false);
    return random.nextBoolean()
        ? "shuffle(" + of(t, b) + ", " + of(mask, b) + ")"
        : "shuffle2(" + of(t, b) + ", " + of(t, b) + ", " + of(mask, b) + ")";
  }

  /** From a float's bits, through a half, or by asking what it is. */
  private String ofFloat(CType t, int b) {
    String[] halves = {"he", "hz", "hp", "hn"};
    String value =
        switch (random.nextInt(4)) {
          case 0 -> "bf(" + of(CType.FLOAT, b) + ")";
          case 1 -> halves[random.nextInt(4)] + "(" + of(CType.FLOAT, b) + ")";
          case 2 -> {
            String[] tests = {"isnan", "isinf", "isfinite", "isnormal"};
            yield tests[random.nextInt(4)] + "(" + of(CType.FLOAT, b) + ")";
          }
          default -> "bd(" + of(CType.DOUBLE, b) + ")";
        };
    return "(" + t.text() + ")" + value;
  }

  private String upsample(CType t, int b) {
    if (t.bits() == 8) {
      return sum(t, "+", b);
    }
    int number = (t.bits() == 16 ? 0 : t.bits() == 32 ? 2 : 4) + (t.isSigned() ? 0 : 1);
    CType high = CType.integer(number, 1);
    return "upsample(" + of(high, b) + ", " + of(high.integer(false), b) + ")";
  }

  private String clamp(CType t, int b) {
    String low = leaf(t);
    String high = leaf(t);
    return "clamp(" + of(t, b) + ", min(" + low + ", " + high + "), max(" + low + ", " + high
        + "))";
  }

  // Floats: only operations with one right result.

  private String floating(CType t, int budget) {
    int b = budget - 1;
    return switch (random.nextInt(16)) {
      case 0, 1 -> "(" + of(t, b) + " + " + of(t, b) + ")";
      case 2 -> "(" + of(t, b) + " - " + of(t, b) + ")";
      case 3, 4 -> "(" + of(t, b) + " * " + of(t, b) + ")";
      case 5 -> "(" + of(t, b) + " / " + of(t, b) + ")";
      case 6, 7 -> "fma(" + of(t, b) + ", " + of(t, b) + ", " + of(t, b) + ")";
      case 8 -> {
        String f = UNARY_FLOATS.get(random.nextInt(UNARY_FLOATS.size()));
        yield f + "(" + of(t, b) + ")";
      }
      case 9 -> {
        // Which zero a minimum of two zeros is stays open: the sum makes it the positive one.
        String f = random.nextBoolean() ? "fmin" : "fmax";
        yield "(" + two(f, t, b) + " + (" + t.text() + ")0.0)";
      }
      case 10, 11 -> fromInteger(t, b);
      case 12 -> t.isVector() ? fromInteger(t, b) : fromBits(t, b);
      case 13 ->
          t.isVector()
              ? two("fdim", t, b)
              : random.nextInt(3) > 0 ? betweenFloats(t, b) : scaled(t, b);
      case 14 -> {
        if (t.isVector()) {
          yield "select("
              + of(t, b)
              + ", "
              + of(t, b)
              + ", "
              + comparison(t.integer(true), b)
              + ")";
        }
        yield choose(t, b);
      }
      default -> t.isVector() ? two("step", t, b) : sign(t, b);
    };
  }

  private String fromInteger(CType t, int b) {
    CType from = other(t);
    String rounding = ROUNDINGS.get(random.nextInt(ROUNDINGS.size()));
    // libclc 19 rounds numbers near the largest to 2^32 and 2^64 in every direction.
    String value = rounding.isEmpty() || rounding.equals("_rte") ? of(from, b) : halved(from, b);
    return "convert_" + t.text() + rounding + "(" + value + ")";
  }

  private String fromBits(CType t, int b) {
    if (t.bits() == 64) {
      return "fd(" + of(CType.integer(7, 1), b) + ")";
    }
    return (random.nextInt(3) == 0 ? "fh(" : "ff(") + of(CType.UINT, b) + ")";
  }

  private String betweenFloats(CType t, int b) {
    String rounding = ROUNDINGS.get(random.nextInt(ROUNDINGS.size()));
    return t.bits() == 64
        ? "convert_double(" + of(CType.FLOAT, b) + ")"
        : "convert_float" + rounding + "(" + of(CType.DOUBLE, b) + ")";
  }

  /** Exact by the specification: the next number, a product with a power of two. */
  private String scaled(CType t, int b) {
    // libclc 19 takes single subnormal results of ldexp to zero, as OpenCL C permits.
    if (random.nextBoolean() || t.bits() == 32) {
      // Up from the negative number next to zero libclc 19 gives the positive zero.
      return "(" + two("nextafter", t, b) + " + (" + t.text() + ")0.0)";
    }
    return "ldexp(" + of(t, b) + ", (int)(" + of(CType.integer(0, 1), b) + "))";
  }

  /** The sign of a NaN is open. */
  private String sign(CType t, int b) {
    String guard = t.bits() == 32 ? "nf(" : "nd(";
    return "copysign(" + of(t, b) + ", " + guard + of(t, b) + "))";
  }
}
