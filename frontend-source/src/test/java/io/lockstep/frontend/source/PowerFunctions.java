// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static io.lockstep.frontend.source.Decimals.ONE;
import static io.lockstep.frontend.source.Decimals.of;
import static io.lockstep.frontend.source.Decimals.over;
import static io.lockstep.frontend.source.MathFunctions.at;
import static io.lockstep.frontend.source.MathFunctions.even;
import static io.lockstep.frontend.source.MathFunctions.odd;
import static io.lockstep.frontend.source.MathFunctions.within;
import static io.lockstep.frontend.source.MathValue.NAN;
import static io.lockstep.frontend.source.MathValue.exactly;
import static io.lockstep.frontend.source.MathValue.real;

import io.lockstep.frontend.source.MathFunctions.Function;
import io.lockstep.frontend.source.MathFunctions.Reference;
import io.lockstep.frontend.source.MathValue.Near;
import java.math.BigDecimal;
import java.math.MathContext;

/** Powers, roots, gamma and error functions. */
final class PowerFunctions {
  private PowerFunctions() {}

  static void addTo(MathFunctions table) {
    powers(table);
    gammas(table);
  }

  private static void powers(MathFunctions table) {
    Reference root = odd(Double.POSITIVE_INFINITY, Decimals::sqrt);
    root = within(-0.0, Double.POSITIVE_INFINITY, root);
    table.add(new Function("sqrt", "sqrt(x)", 1, 3, 0, root));
    table.one(
        "rsqrt",
        2,
        (x, single) ->
            x[0] == 0
                ? exactly(1 / x[0])
                : !(x[0] > 0)
                    ? NAN
                    : Double.isInfinite(x[0])
                        ? exactly(0)
                        : real(over(ONE, Decimals.sqrt(of(x[0])))));
    table.one("cbrt", 2, odd(Double.POSITIVE_INFINITY, Decimals::cbrt));
    table.two(
        "hypot",
        4,
        (x, single) -> {
          if (Double.isInfinite(x[0]) || Double.isInfinite(x[1])) {
            return exactly(Double.POSITIVE_INFINITY);
          }
          if (x[0] != x[0] || x[1] != x[1]) {
            return NAN;
          }
          BigDecimal a = of(x[0]);
          BigDecimal b = of(x[1]);
          BigDecimal square = a.multiply(a).add(b.multiply(b));
          return square.signum() == 0 ? exactly(0) : real(Decimals.sqrt(square));
        });
    table.two("pow", 16, (x, single) -> pow(x[0], x[1]));
    table.two("powr", 16, (x, single) -> powr(x[0], x[1]));
    table.add(new Function("pown", "pown(x, W)", 2, 16, 16, (x, single) -> pow(x[0], whole(x[1]))));
    table.add(
        new Function("rootn", "rootn(x, W)", 2, 16, 16, (x, single) -> rootn(x[0], whole(x[1]))));
    table.add(
        new Function(
            "ldexp",
            "ldexp(x, W)",
            2,
            0,
            0,
            (x, single) ->
                x[0] == 0 || !(Math.abs(x[0]) <= Double.MAX_VALUE)
                    ? exactly(x[0])
                    : real(
                        of(x[0])
                            .multiply(
                                BigDecimal.valueOf(2)
                                    .pow(
                                        Math.max(-3000, Math.min(3000, whole(x[1]))),
                                        new MathContext(2000))))));
  }

  /** The whole number that kernels make of a second argument. */
  private static int whole(double y) {
    return (int) y;
  }

  private static MathValue pow(double x, double y) {
    if (y == 0 || x == 1) {
      return exactly(1);
    }
    if (x != x || y != y) {
      return NAN;
    }
    double size = Math.abs(x);
    if (Double.isInfinite(y)) {
      return exactly(size == 1 ? 1 : size > 1 == y > 0 ? Double.POSITIVE_INFINITY : 0);
    }
    boolean integer = y == Math.rint(y);
    boolean negative =
        Math.copySign(1, x) < 0 && integer && Math.abs(y) < 0x1p53 && ((long) y & 1) != 0;
    if (x == 0 || Double.isInfinite(x)) {
      double value = (x == 0) == (y < 0) ? Double.POSITIVE_INFINITY : 0.0;
      return exactly(negative ? -value : value);
    }
    if (x < 0 && !integer) {
      return NAN;
    }
    BigDecimal value = size == 1 ? ONE : Decimals.pow(of(size), of(y));
    return real(negative ? value.negate() : value);
  }

  static MathValue powr(double x, double y) {
    if (x != x || y != y || x < 0) {
      return NAN;
    }
    if (y == 0) {
      return x == 0 || Double.isInfinite(x) ? NAN : exactly(1);
    }
    if (x == 1) {
      return Double.isInfinite(y) ? NAN : exactly(1);
    }
    return pow(Math.abs(x), y);
  }

  private static MathValue rootn(double x, int n) {
    boolean odd = (n & 1) != 0;
    if (n == 0 || x != x || x < 0 && !odd) {
      return NAN;
    }
    if (x == 0 || Double.isInfinite(x)) {
      double value = (x == 0) == (n < 0) ? Double.POSITIVE_INFINITY : 0.0;
      return exactly(odd ? Math.copySign(value, x) : value);
    }
    BigDecimal value =
        Math.abs(x) == 1
            ? ONE
            : Decimals.exp(over(Decimals.log(of(Math.abs(x))), BigDecimal.valueOf(n)));
    return real(x < 0 ? value.negate() : value);
  }

  private static void gammas(MathFunctions table) {
    table.one("erf", 16, odd(1, Decimals::erf));
    table.one("erfc", 16, at(Double.NEGATIVE_INFINITY, 2, even(1, 0, Decimals::erfc)));
    table.one(
        "tgamma",
        16,
        (x, single) ->
            x[0] == 0
                ? exactly(1 / x[0])
                : x[0] != x[0] || x[0] < 0 && x[0] == Math.rint(x[0])
                    ? NAN
                    : x[0] == Double.POSITIVE_INFINITY
                        ? exactly(x[0])
                        : real(Decimals.gamma(of(x[0]))));
    Reference logGamma =
        (x, single) -> {
          if (x[0] != x[0]) {
            return NAN;
          }
          if (Double.isInfinite(x[0]) || x[0] <= 0 && x[0] == Math.rint(x[0])) {
            return exactly(Double.POSITIVE_INFINITY);
          }
          if (x[0] == 1 || x[0] == 2) {
            return exactly(0);
          }
          BigDecimal value = Decimals.logGamma(of(x[0]));
          // Between its zeros the parts that cancel are as large as x ln x.
          double part = x[0] > 0 ? 1 : Math.max(1, -x[0] * Math.log(1 - x[0]));
          return new Near(value, value.abs().max(of(part)));
        };
    table.one("lgamma", 16, logGamma);
    table.add(new Function("lgamma_r", "lgamma_r(x, &k)", 1, 16, 16, logGamma));
    table.add(
        new Function(
            "lgamma_r.sign",
            "x; lgamma_r(x, &k); r = NUMBER(k)",
            1,
            0,
            0,
            (x, single) -> {
              boolean pole =
                  Double.isInfinite(x[0]) || x[0] != x[0] || x[0] <= 0 && x[0] == Math.rint(x[0]);
              // The standard leaves the sign of poles open.
              return pole ? null : exactly(x[0] < 0 && ((long) Math.floor(x[0]) & 1) != 0 ? -1 : 1);
            }));
  }
}
