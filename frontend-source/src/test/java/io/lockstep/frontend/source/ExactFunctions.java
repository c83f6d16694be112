// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static io.lockstep.frontend.source.Decimals.of;
import static io.lockstep.frontend.source.MathValue.NAN;
import static io.lockstep.frontend.source.MathValue.exactly;
import static io.lockstep.frontend.source.MathValue.real;

import io.lockstep.frontend.source.MathFunctions.Function;
import io.lockstep.frontend.source.MathFunctions.Reference;
import io.lockstep.frontend.source.MathValue.AnyZero;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Functions with one right result. */
final class ExactFunctions {
  private ExactFunctions() {}

  static void addTo(MathFunctions table) {
    exact(table);
    pairs(table);
  }

  private static void exact(MathFunctions table) {
    table.one("ceil", 0, (x, s) -> exactly(Math.ceil(x[0])));
    table.one("floor", 0, (x, s) -> exactly(Math.floor(x[0])));
    table.one("rint", 0, (x, s) -> exactly(Math.rint(x[0])));
    table.one("trunc", 0, (x, s) -> exactly(trunc(x[0])));
    table.one("round", 0, (x, s) -> exactly(round(x[0])));
    table.one("fabs", 0, (x, s) -> exactly(Math.abs(x[0])));
    table.one(
        "logb",
        0,
        (x, s) ->
            x[0] == 0
                ? exactly(Double.NEGATIVE_INFINITY)
                : !(Math.abs(x[0]) <= Double.MAX_VALUE)
                    ? exactly(Math.abs(x[0]))
                    : exactly(exponent(x[0])));
    table.add(
        new Function(
            "ilogb",
            "NUMBER(ilogb(x))",
            1,
            0,
            0,
            (x, s) -> {
              // FP_ILOGB0 and FP_ILOGBNAN of clang's header, and INT_MAX.
              int k =
                  x[0] == 0
                      ? Integer.MIN_VALUE
                      : !(Math.abs(x[0]) <= Double.MAX_VALUE) ? Integer.MAX_VALUE : exponent(x[0]);
              return exactly(s ? (float) k : k);
            }));
    Reference fraction =
        (x, s) ->
            x[0] == 0 || x[0] != x[0]
                ? exactly(x[0])
                : Double.isInfinite(x[0])
                    ? exactly(Math.copySign(0.0, x[0]))
                    : exactly(
                        Math.min(
                            s
                                ? (double) (float) (x[0] - Math.floor(x[0]))
                                : x[0] - Math.floor(x[0]),
                            s ? 0x1.fffffep-1 : 0x1.fffffffffffffp-1));
    table.add(new Function("fract", "fract(x, &p)", 1, 0, 0, fraction));
    table.add(
        new Function(
            "fract.floor", "x; fract(x, &r)", 1, 0, 0, (x, s) -> exactly(Math.floor(x[0]))));
    table.add(new Function("frexp", "frexp(x, &k)", 1, 0, 0, (x, s) -> exactly(significand(x[0]))));
    table.add(
        new Function(
            "frexp.exponent",
            "x; frexp(x, &k); r = NUMBER(k)",
            1,
            0,
            0,
            (x, s) ->
                x[0] == 0
                    ? exactly(0)
                    : !(Math.abs(x[0]) <= Double.MAX_VALUE) ? null : exactly(exponent(x[0]) + 1)));
    table.add(
        new Function(
            "modf",
            "modf(x, &p)",
            1,
            0,
            0,
            (x, s) ->
                x[0] != x[0]
                    ? NAN
                    : exactly(
                        Math.copySign(Double.isInfinite(x[0]) ? 0 : x[0] - trunc(x[0]), x[0]))));
    table.add(
        new Function("modf.whole", "x; modf(x, &r)", 1, 0, 0, (x, s) -> exactly(trunc(x[0]))));
  }

  static double trunc(double x) {
    return Math.copySign(x < 0 ? Math.ceil(x) : Math.floor(x), x);
  }

  private static double round(double x) {
    double whole = trunc(x);
    return Math.abs(x - whole) >= 0.5 ? whole + Math.signum(x) : whole;
  }

  private static int exponent(double x) {
    return Math.abs(x) < Double.MIN_NORMAL
        ? Math.getExponent(x * 0x1p60) - 60
        : Math.getExponent(x);
  }

  private static double significand(double x) {
    if (x == 0 || !(Math.abs(x) <= Double.MAX_VALUE)) {
      return x;
    }
    double normal = Math.abs(x) < Double.MIN_NORMAL ? x * 0x1p60 : x;
    return Math.scalb(normal, -Math.getExponent(normal) - 1);
  }

  private static void pairs(MathFunctions table) {
    table.two(
        "copysign",
        0,
        (x, s) -> x[0] != x[0] ? NAN : x[1] != x[1] ? null : exactly(Math.copySign(x[0], x[1])));
    table.two(
        "fdim",
        0,
        (x, s) ->
            x[0] != x[0] || x[1] != x[1] ? NAN : x[0] > x[1] ? difference(x[0], x[1]) : exactly(0));
    table.two("fmax", 0, (x, s) -> larger(x[0], x[1]));
    table.two("fmin", 0, (x, s) -> smaller(x[0], x[1]));
    table.two(
        "maxmag",
        0,
        (x, s) ->
            Math.abs(x[0]) > Math.abs(x[1])
                ? exactly(x[0])
                : Math.abs(x[1]) > Math.abs(x[0]) ? exactly(x[1]) : larger(x[0], x[1]));
    table.two(
        "minmag",
        0,
        (x, s) ->
            Math.abs(x[0]) < Math.abs(x[1])
                ? exactly(x[0])
                : Math.abs(x[1]) < Math.abs(x[0]) ? exactly(x[1]) : smaller(x[0], x[1]));
    table.two("max", 0, (x, s) -> x[0] != x[0] || x[1] != x[1] ? null : larger(x[0], x[1]));
    table.two("min", 0, (x, s) -> x[0] != x[0] || x[1] != x[1] ? null : smaller(x[0], x[1]));
    table.two("fmod", 0, (x, s) -> exactly(x[0] % x[1]));
    table.two("remainder", 0, (x, s) -> exactly(StrictMath.IEEEremainder(x[0], x[1])));
    table.add(
        new Function(
            "remquo",
            "remquo(x, y, &k)",
            2,
            0,
            0,
            (x, s) -> exactly(StrictMath.IEEEremainder(x[0], x[1]))));
    table.add(
        new Function(
            "remquo.quotient",
            "x; remquo(x, y, &k); r = NUMBER((k < 0 ? -(-k & 127) : k & 127))",
            2,
            0,
            0,
            (x, s) -> {
              if (x[1] == 0 || x[1] != x[1] || !(Math.abs(x[0]) <= Double.MAX_VALUE)) {
                return null;
              }
              if (Double.isInfinite(x[1])) {
                return exactly(0);
              }
              BigInteger n = of(x[0]).divide(of(x[1]), 0, RoundingMode.HALF_EVEN).toBigInteger();
              int low = n.abs().and(BigInteger.valueOf(127)).intValue();
              return exactly(n.signum() * low);
            }));
    table.two(
        "nextafter",
        0,
        (x, s) ->
            x[0] != x[0] || x[1] != x[1]
                ? NAN
                : x[0] == x[1]
                    ? exactly(x[1])
                    : exactly(s ? Math.nextAfter((float) x[0], x[1]) : Math.nextAfter(x[0], x[1])));
    table.add(
        new Function(
            "fma",
            "fma(x, y, z)",
            3,
            0,
            0,
            (x, s) ->
                exactly(
                    s
                        ? Math.fma((float) x[0], (float) x[1], (float) x[2])
                        : Math.fma(x[0], x[1], x[2]))));
    table.add(
        new Function(
            "clamp",
            "clamp(x, y, z)",
            3,
            0,
            0,
            (x, s) ->
                x[1] <= x[2]
                    ? signless(x[0] != x[0] ? x[1] : x[0] < x[1] ? x[1] : x[0] > x[2] ? x[2] : x[0])
                    : null));
  }

  private static MathValue signless(double x) {
    return x == 0 ? new AnyZero() : exactly(x);
  }

  private static MathValue difference(double x, double y) {
    return Double.isInfinite(x) || Double.isInfinite(y)
        ? exactly(x - y)
        : real(of(x).subtract(of(y)));
  }

  private static MathValue larger(double x, double y) {
    return x != x ? exactly(y) : y != y ? exactly(x) : signless(Math.max(x, y));
  }

  private static MathValue smaller(double x, double y) {
    return x != x ? exactly(y) : y != y ? exactly(x) : signless(Math.min(x, y));
  }
}
