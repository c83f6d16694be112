// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static io.lockstep.frontend.source.Decimals.HALF;
import static io.lockstep.frontend.source.Decimals.ONE;
import static io.lockstep.frontend.source.Decimals.PI;
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
import java.math.BigDecimal;

/** Trigonometric functions and their inverses. */
final class AngleFunctions {
  private AngleFunctions() {}

  static void addTo(MathFunctions table) {
    angles(table);
  }

  private static void angles(MathFunctions table) {
    table.one("sin", 4, odd(Double.NaN, Decimals::sin));
    table.one("cos", 4, even(1, Double.NaN, Decimals::cos));
    table.one("tan", 5, odd(Double.NaN, Decimals::tan));
    table.add(new Function("sincos", "sincos(x, &p)", 1, 4, 4, odd(Double.NaN, Decimals::sin)));
    table.add(
        new Function(
            "sincos.cos", "x; sincos(x, &r)", 1, 4, 4, even(1, Double.NaN, Decimals::cos)));
    table.one(
        "sinpi",
        4,
        (x, single) ->
            !(Math.abs(x[0]) <= Double.MAX_VALUE)
                ? NAN
                : x[0] == Math.rint(x[0])
                    ? exactly(Math.copySign(0.0, x[0]))
                    : real(Decimals.sinpi(of(x[0]))));
    table.one(
        "cospi",
        4,
        (x, single) ->
            !(Math.abs(x[0]) <= Double.MAX_VALUE)
                ? NAN
                : 2 * x[0] == Math.rint(2 * x[0]) && x[0] != Math.rint(x[0])
                    ? exactly(0.0)
                    : real(Decimals.cospi(of(x[0]))));
    table.one("tanpi", 6, (x, single) -> tanpi(x[0]));
    table.one("asin", 4, within(-1, 1, odd(0, Decimals::asin)));
    table.one("acos", 4, within(-1, 1, at(1, 0, (x, single) -> real(Decimals.acos(of(x[0]))))));
    table.one("atan", 5, (x, single) -> atan(x[0], ONE));
    table.one("asinpi", 5, within(-1, 1, odd(0, x -> over(Decimals.asin(x), PI))));
    table.one(
        "acospi",
        5,
        within(-1, 1, at(1, 0, (x, single) -> real(over(Decimals.acos(of(x[0])), PI)))));
    table.one("atanpi", 5, (x, single) -> atan(x[0], PI));
    table.two("atan2", 6, (x, single) -> atan2(x[0], x[1], ONE));
    table.two("atan2pi", 6, (x, single) -> atan2(x[0], x[1], PI));
  }

  private static MathValue tanpi(double x) {
    if (!(Math.abs(x) <= Double.MAX_VALUE)) {
      return NAN;
    }
    boolean oddFloor = Math.abs(x) < 0x1p53 && ((long) Math.floor(x) & 1) != 0;
    if (x == Math.rint(x)) {
      return exactly(Math.copySign(0.0, oddFloor ? -x : x));
    }
    if (2 * x == Math.rint(2 * x)) {
      return exactly(oddFloor ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
    }
    return real(Decimals.tanpi(of(x)));
  }

  private static MathValue atan(double x, BigDecimal unit) {
    if (x == 0 || x != x) {
      return exactly(x);
    }
    return real(
        over(
            Double.isInfinite(x)
                ? PI.multiply(HALF).multiply(of(Math.signum(x)))
                : Decimals.atan(of(x)),
            unit));
  }

  private static MathValue atan2(double y, double x, BigDecimal unit) {
    if (x != x || y != y) {
      return NAN;
    }
    boolean left = Math.copySign(1, x) < 0;
    double eighths;
    if (y == 0 || Double.isInfinite(x) && !Double.isInfinite(y)) {
      if (!left) {
        return exactly(Math.copySign(0.0, y));
      }
      eighths = 4;
    } else if (Double.isInfinite(y)) {
      eighths = !Double.isInfinite(x) ? 2 : left ? 3 : 1;
    } else if (x == 0) {
      eighths = 2;
    } else {
      BigDecimal angle = Decimals.atan(over(of(Math.abs(y)), of(Math.abs(x))));
      angle = left ? PI.subtract(angle) : angle;
      return real(over(y < 0 ? angle.negate() : angle, unit));
    }
    BigDecimal angle = PI.multiply(of(Math.copySign(eighths / 4, y)));
    return real(over(angle, unit));
  }
}
