// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Functions of whole numbers of OpenCL C 1.2 (6.12.3, 6.12.6), by exact arithmetic. */
final class IntegerFunctions {
  /** What a function is of whole numbers; null where the standard leaves it open. */
  interface Reference {
    BigInteger of(BigInteger x, BigInteger y, BigInteger z, Scalar type);
  }

  /**
   * A function.
   *
   * @param call how it is called: x, y and z are arguments
   * @param to the type of its result for arguments of a type; null if they have no such function
   */
  record Function(String name, String call, Result to, Reference reference) {}

  /** Type of a result. */
  interface Result {
    Scalar of(Scalar type);
  }

  private static final Result SAME = t -> t;

  private IntegerFunctions() {}

  static List<Function> all() {
    List<Function> all = new ArrayList<>();
    all.add(new Function("abs", "abs(x)", Scalar::unsigned, (x, y, z, t) -> x.abs()));
    all.add(
        new Function(
            "abs_diff", "abs_diff(x, y)", Scalar::unsigned, (x, y, z, t) -> x.subtract(y).abs()));
    add(all, "add_sat(x, y)", (x, y, z, t) -> saturated(x.add(y), t));
    add(all, "sub_sat(x, y)", (x, y, z, t) -> saturated(x.subtract(y), t));
    add(all, "hadd(x, y)", (x, y, z, t) -> x.add(y).shiftRight(1));
    add(all, "rhadd(x, y)", (x, y, z, t) -> x.add(y).add(BigInteger.ONE).shiftRight(1));
    add(all, "clamp(x, y, z)", (x, y, z, t) -> y.compareTo(z) > 0 ? null : x.max(y).min(z));
    add(all, "clz(x)", (x, y, z, t) -> BigInteger.valueOf(t.bits() - bits(x, t).bitLength()));
    add(all, "popcount(x)", (x, y, z, t) -> BigInteger.valueOf(bits(x, t).bitCount()));
    add(all, "max(x, y)", (x, y, z, t) -> x.max(y));
    add(all, "min(x, y)", (x, y, z, t) -> x.min(y));
    add(all, "mad_hi(x, y, z)", (x, y, z, t) -> x.multiply(y).shiftRight(t.bits()).add(z));
    add(all, "mul_hi(x, y)", (x, y, z, t) -> x.multiply(y).shiftRight(t.bits()));
    add(all, "mad_sat(x, y, z)", (x, y, z, t) -> saturated(x.multiply(y).add(z), t));
    add(
        all,
        "rotate(x, y)",
        (x, y, z, t) -> {
          int k = y.mod(BigInteger.valueOf(t.bits())).intValue();
          BigInteger b = bits(x, t);
          return b.shiftLeft(k).or(b.shiftRight(t.bits() - k));
        });
    all.add(
        new Function(
            "upsample",
            "upsample(x, U(y))",
            t -> t.bits() == 64 ? null : Scalar.values()[t.ordinal() + 2],
            (x, y, z, t) -> x.shiftLeft(t.bits()).or(bits(y, t))));
    Result words = t -> t.bits() == 32 ? t : null;
    all.add(
        new Function(
            "mul24",
            "mul24(x, y)",
            words,
            (x, y, z, t) -> small(x, t) && small(y, t) ? x.multiply(y) : null));
    all.add(
        new Function(
            "mad24",
            "mad24(x, y, z)",
            words,
            (x, y, z, t) -> small(x, t) && small(y, t) ? x.multiply(y).add(z) : null));
    add(
        all,
        "bitselect(x, y, z)",
        (x, y, z, t) -> bits(x, t).andNot(bits(z, t)).or(bits(y, t).and(bits(z, t))));
    return all;
  }

  private static void add(List<Function> all, String call, Reference reference) {
    all.add(new Function(call.substring(0, call.indexOf('(')), call, SAME, reference));
  }

  private static boolean small(BigInteger x, Scalar type) {
    return type.signed ? x.bitLength() <= 23 : x.bitLength() <= 24;
  }

  private static BigInteger bits(BigInteger x, Scalar type) {
    return x.and(BigInteger.ONE.shiftLeft(type.bits()).subtract(BigInteger.ONE));
  }

  private static BigInteger saturated(BigInteger x, Scalar type) {
    return x.max(type.least()).min(type.most());
  }
}
