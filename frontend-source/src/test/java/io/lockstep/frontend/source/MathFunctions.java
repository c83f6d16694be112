package io.lockstep.frontend.source;

import static io.lockstep.frontend.source.Decimals.HALF;
import static io.lockstep.frontend.source.Decimals.ONE;
import static io.lockstep.frontend.source.Decimals.PI;
import static io.lockstep.frontend.source.Decimals.TWO;
import static io.lockstep.frontend.source.Decimals.of;
import static io.lockstep.frontend.source.Decimals.over;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The mathematical functions of OpenCL C 1.2 (6.12.2) with their limits of error (7.4) and what
 * they are: exact values where these are special (7.5.1), else decimals of many digits.
 */
final class MathFunctions {
  /** A value that must be met: of a special number with its sign. */
  sealed interface Value {}

  /** This number and no other; of a NaN, any. */
  record Exactly(double number) implements Value {}

  /** A real number, met to some units in the last place. */
  record Real(BigDecimal number) implements Value {}

  /** Zero of either sign. */
  record AnyZero() implements Value {}

  /** A real number met to an absolute error, in units of the last place of another. */
  record Near(BigDecimal number, BigDecimal unit) implements Value {}

  /** What a function is. */
  interface Reference {
    /**
     * Its value.
     *
     * @param x arguments, exact in the format
     * @param single whether the format is float
     */
    Value of(double[] x, boolean single);
  }

  /** How it is called on vectors: x, y, z are arguments, V the type of all, I that of ints. */
  record Function(
      String name, String call, int arguments, double single, double twice, Reference reference) {}

  private static final Value NAN = new Exactly(Double.NaN);
  private final List<Function> all = new ArrayList<>();

  static List<Function> all() {
    MathFunctions made = new MathFunctions();
    made.exponentials();
    made.angles();
    made.powers();
    made.gammas();
    made.exact();
    made.pairs();
    made.halves();
    return made.all;
  }

  private void one(String name, double limit, Reference reference) {
    all.add(new Function(name, name + "(x)", 1, limit, limit, reference));
  }

  private void two(String name, double limit, Reference reference) {
    all.add(new Function(name, name + "(x, y)", 2, limit, limit, reference));
  }

  static Value exactly(double x) {
    return new Exactly(x);
  }

  static Value real(BigDecimal x) {
    return x.signum() == 0 ? new AnyZero() : new Real(x);
  }

  /**
   * A function that keeps zeros and NaNs.
   *
   * @param infinite its value at infinity, which has its sign
   */
  private static Reference odd(double infinite, UnaryOperator<BigDecimal> f) {
    return (x, single) ->
        x[0] == 0 || x[0] != x[0]
            ? exactly(x[0])
            : Double.isInfinite(x[0])
                ? exactly(Math.copySign(infinite, x[0]))
                : real(f.apply(of(x[0])));
  }

  private static Reference even(double zero, double infinite, UnaryOperator<BigDecimal> f) {
    return (x, single) ->
        x[0] != x[0]
            ? NAN
            : x[0] == 0
                ? exactly(zero)
                : Double.isInfinite(x[0]) ? exactly(infinite) : real(f.apply(of(x[0])));
  }

  /** A function of numbers from low to high, others of which give NaN. */
  private static Reference within(double low, double high, Reference f) {
    return (x, single) -> x[0] >= low && x[0] <= high ? f.of(x, single) : NAN;
  }

  /** A function with a value of its own at a place. */
  private static Reference at(double place, double value, Reference f) {
    return (x, single) -> x[0] == place ? exactly(value) : f.of(x, single);
  }

  private static Reference exponential(double low, UnaryOperator<BigDecimal> f) {
    return at(
        Double.NEGATIVE_INFINITY, low, even(low + 1 == 1 ? 1 : 0, Double.POSITIVE_INFINITY, f));
  }

  private static Reference logarithm(UnaryOperator<BigDecimal> f) {
    return within(
        0,
        Double.POSITIVE_INFINITY,
        at(1, 0, even(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, f)));
  }

  private void exponentials() {
    one("exp", 3, exponential(0, Decimals::exp));
    one("exp2", 3, exponential(0, x -> Decimals.pow(TWO, x)));
    one("exp10", 3, exponential(0, x -> Decimals.pow(BigDecimal.TEN, x)));
    one(
        "expm1",
        3,
        at(
            Double.NEGATIVE_INFINITY,
            -1,
            odd(
                Double.POSITIVE_INFINITY,
                x ->
                    x.doubleValue() < -200
                        ? new BigDecimal("1e-60").subtract(ONE)
                        : Decimals.expm1(x))));
    one("log", 3, logarithm(Decimals::log));
    one("log2", 3, logarithm(x -> over(Decimals.log(x), Decimals.LN2)));
    one("log10", 3, logarithm(x -> over(Decimals.log(x), Decimals.LN10)));
    one(
        "log1p",
        2,
        within(
            -1,
            Double.POSITIVE_INFINITY,
            at(-1, Double.NEGATIVE_INFINITY, odd(Double.POSITIVE_INFINITY, Decimals::log1p))));
    one("sinh", 4, odd(Double.POSITIVE_INFINITY, Decimals::sinh));
    one("cosh", 4, even(1, Double.POSITIVE_INFINITY, Decimals::cosh));
    one("tanh", 5, odd(1, MathFunctions::tanh));
    one("asinh", 4, odd(Double.POSITIVE_INFINITY, Decimals::asinh));
    one(
        "acosh",
        4,
        within(
            1,
            Double.POSITIVE_INFINITY,
            at(1, 0, even(0, Double.POSITIVE_INFINITY, Decimals::acosh))));
    one(
        "atanh",
        5,
        within(
            -1,
            1,
            at(
                1,
                Double.POSITIVE_INFINITY,
                at(-1, Double.NEGATIVE_INFINITY, odd(0, Decimals::atanh)))));
  }

  private static BigDecimal tanh(BigDecimal x) {
    if (x.abs().doubleValue() > 100) {
      return ONE.subtract(new BigDecimal("1e-60")).multiply(BigDecimal.valueOf(x.signum()));
    }
    return Decimals.tanh(x);
  }

  private void angles() {
    one("sin", 4, odd(Double.NaN, Decimals::sin));
    one("cos", 4, even(1, Double.NaN, Decimals::cos));
    one("tan", 5, odd(Double.NaN, Decimals::tan));
    all.add(new Function("sincos", "sincos(x, &p)", 1, 4, 4, odd(Double.NaN, Decimals::sin)));
    all.add(
        new Function(
            "sincos.cos", "x; sincos(x, &r)", 1, 4, 4, even(1, Double.NaN, Decimals::cos)));
    one(
        "sinpi",
        4,
        (x, single) ->
            !(Math.abs(x[0]) <= Double.MAX_VALUE)
                ? NAN
                : x[0] == Math.rint(x[0])
                    ? exactly(Math.copySign(0.0, x[0]))
                    : real(Decimals.sinpi(of(x[0]))));
    one(
        "cospi",
        4,
        (x, single) ->
            !(Math.abs(x[0]) <= Double.MAX_VALUE)
                ? NAN
                : 2 * x[0] == Math.rint(2 * x[0]) && x[0] != Math.rint(x[0])
                    ? exactly(0.0)
                    : real(Decimals.cospi(of(x[0]))));
    one("tanpi", 6, (x, single) -> tanpi(x[0]));
    one("asin", 4, within(-1, 1, odd(0, Decimals::asin)));
    one("acos", 4, within(-1, 1, at(1, 0, (x, single) -> real(Decimals.acos(of(x[0]))))));
    one("atan", 5, (x, single) -> atan(x[0], ONE));
    one("asinpi", 5, within(-1, 1, odd(0, x -> over(Decimals.asin(x), PI))));
    one(
        "acospi",
        5,
        within(-1, 1, at(1, 0, (x, single) -> real(over(Decimals.acos(of(x[0])), PI)))));
    one("atanpi", 5, (x, single) -> atan(x[0], PI));
    two("atan2", 6, (x, single) -> atan2(x[0], x[1], ONE));
    two("atan2pi", 6, (x, single) -> atan2(x[0], x[1], PI));
  }

  private static Value tanpi(double x) {
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

  private static Value atan(double x, BigDecimal unit) {
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

  private static Value atan2(double y, double x, BigDecimal unit) {
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

  private void powers() {
    one(
        "sqrt",
        3,
        within(-0.0, Double.POSITIVE_INFINITY, odd(Double.POSITIVE_INFINITY, Decimals::sqrt)));
    all.set(all.size() - 1, limited(all.get(all.size() - 1), 3, 0));
    one(
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
    one("cbrt", 2, odd(Double.POSITIVE_INFINITY, Decimals::cbrt));
    two(
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
    two("pow", 16, (x, single) -> pow(x[0], x[1]));
    two("powr", 16, (x, single) -> powr(x[0], x[1]));
    all.add(new Function("pown", "pown(x, W)", 2, 16, 16, (x, single) -> pow(x[0], whole(x[1]))));
    all.add(
        new Function("rootn", "rootn(x, W)", 2, 16, 16, (x, single) -> rootn(x[0], whole(x[1]))));
    all.add(
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
                                        new java.math.MathContext(2000))))));
  }

  private static Function limited(Function f, double single, double twice) {
    return new Function(f.name(), f.call(), f.arguments(), single, twice, f.reference());
  }

  /** The whole number that kernels make of a second argument. */
  private static int whole(double y) {
    return (int) y;
  }

  private static Value pow(double x, double y) {
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

  private static Value powr(double x, double y) {
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

  private static Value rootn(double x, int n) {
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

  private void gammas() {
    one("erf", 16, odd(1, Decimals::erf));
    one("erfc", 16, at(Double.NEGATIVE_INFINITY, 2, even(1, 0, Decimals::erfc)));
    one(
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
    one("lgamma", 16, logGamma);
    all.add(new Function("lgamma_r", "lgamma_r(x, &k)", 1, 16, 16, logGamma));
    all.add(
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

  private void exact() {
    one("ceil", 0, (x, s) -> exactly(Math.ceil(x[0])));
    one("floor", 0, (x, s) -> exactly(Math.floor(x[0])));
    one("rint", 0, (x, s) -> exactly(Math.rint(x[0])));
    one("trunc", 0, (x, s) -> exactly(trunc(x[0])));
    one("round", 0, (x, s) -> exactly(round(x[0])));
    one("fabs", 0, (x, s) -> exactly(Math.abs(x[0])));
    one(
        "logb",
        0,
        (x, s) ->
            x[0] == 0
                ? exactly(Double.NEGATIVE_INFINITY)
                : !(Math.abs(x[0]) <= Double.MAX_VALUE)
                    ? exactly(Math.abs(x[0]))
                    : exactly(exponent(x[0])));
    all.add(
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
    all.add(new Function("fract", "fract(x, &p)", 1, 0, 0, fraction));
    all.add(
        new Function(
            "fract.floor", "x; fract(x, &r)", 1, 0, 0, (x, s) -> exactly(Math.floor(x[0]))));
    all.add(new Function("frexp", "frexp(x, &k)", 1, 0, 0, (x, s) -> exactly(significand(x[0]))));
    all.add(
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
    all.add(
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
    all.add(new Function("modf.whole", "x; modf(x, &r)", 1, 0, 0, (x, s) -> exactly(trunc(x[0]))));
    one("degrees", 2, scaled(over(BigDecimal.valueOf(180), PI)));
    one("radians", 2, scaled(over(PI, BigDecimal.valueOf(180))));
    one("sign", 0, (x, s) -> exactly(x[0] != x[0] ? 0 : Math.signum(x[0])));
  }

  private static Reference scaled(BigDecimal factor) {
    return odd(Double.POSITIVE_INFINITY, x -> x.multiply(factor));
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

  private void pairs() {
    two(
        "copysign",
        0,
        (x, s) -> x[0] != x[0] ? NAN : x[1] != x[1] ? null : exactly(Math.copySign(x[0], x[1])));
    two(
        "fdim",
        0,
        (x, s) ->
            x[0] != x[0] || x[1] != x[1] ? NAN : x[0] > x[1] ? difference(x[0], x[1]) : exactly(0));
    two("fmax", 0, (x, s) -> larger(x[0], x[1]));
    two("fmin", 0, (x, s) -> smaller(x[0], x[1]));
    two(
        "maxmag",
        0,
        (x, s) ->
            Math.abs(x[0]) > Math.abs(x[1])
                ? exactly(x[0])
                : Math.abs(x[1]) > Math.abs(x[0]) ? exactly(x[1]) : larger(x[0], x[1]));
    two(
        "minmag",
        0,
        (x, s) ->
            Math.abs(x[0]) < Math.abs(x[1])
                ? exactly(x[0])
                : Math.abs(x[1]) < Math.abs(x[0]) ? exactly(x[1]) : smaller(x[0], x[1]));
    two("max", 0, (x, s) -> x[0] != x[0] || x[1] != x[1] ? null : larger(x[0], x[1]));
    two("min", 0, (x, s) -> x[0] != x[0] || x[1] != x[1] ? null : smaller(x[0], x[1]));
    two("step", 0, (x, s) -> x[0] != x[0] || x[1] != x[1] ? null : exactly(x[1] < x[0] ? 0 : 1));
    two("fmod", 0, (x, s) -> exactly(x[0] % x[1]));
    two("remainder", 0, (x, s) -> exactly(StrictMath.IEEEremainder(x[0], x[1])));
    all.add(
        new Function(
            "remquo",
            "remquo(x, y, &k)",
            2,
            0,
            0,
            (x, s) -> exactly(StrictMath.IEEEremainder(x[0], x[1]))));
    all.add(
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
    two(
        "nextafter",
        0,
        (x, s) ->
            x[0] != x[0] || x[1] != x[1]
                ? NAN
                : x[0] == x[1]
                    ? exactly(x[1])
                    : exactly(s ? Math.nextAfter((float) x[0], x[1]) : Math.nextAfter(x[0], x[1])));
    all.add(
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
    all.add(
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
    all.add(
        new Function(
            "smoothstep",
            "smoothstep(y, z, x)",
            3,
            0,
            0,
            (x, s) ->
                !(x[1] < x[2]) || x[0] != x[0] || Double.isInfinite(x[1]) || Double.isInfinite(x[2])
                    ? null
                    : x[0] <= x[1] ? exactly(0) : x[0] >= x[2] ? exactly(1) : null));
  }

  private static Value signless(double x) {
    return x == 0 ? new AnyZero() : exactly(x);
  }

  private static Value difference(double x, double y) {
    return Double.isInfinite(x) || Double.isInfinite(y)
        ? exactly(x - y)
        : real(of(x).subtract(of(y)));
  }

  private static Value larger(double x, double y) {
    return x != x ? exactly(y) : y != y ? exactly(x) : signless(Math.max(x, y));
  }

  private static Value smaller(double x, double y) {
    return x != x ? exactly(y) : y != y ? exactly(x) : signless(Math.min(x, y));
  }

  /** half_ functions: 8192 units, of half_cos, half_sin and half_tan up to 2 to the 16. */
  private void halves() {
    Map<String, Function> full = new TreeMap<>();
    all.forEach(f -> full.put(f.name(), f));
    for (String name : List.of("exp", "exp2", "exp10", "log", "log2", "log10", "rsqrt", "sqrt")) {
      all.add(single("half_" + name, "half_" + name + "(x)", full.get(name)));
    }
    for (String name : List.of("cos", "sin", "tan")) {
      Function f = full.get(name);
      Reference small = (x, s) -> Math.abs(x[0]) <= 0x1p16 ? f.reference().of(x, s) : null;
      all.add(
          single(
              "half_" + name,
              "half_" + name + "(x)",
              new Function(f.name(), f.call(), 1, 0, 0, small)));
    }
    all.add(single("half_powr", "half_powr(x, y)", full.get("powr")));
    Reference quotient = (x, s) -> quotient(x[0], x[1]);
    all.add(new Function("half_divide", "half_divide(x, y)", 2, 8192, Double.NaN, quotient));
    all.add(
        new Function(
            "half_recip", "half_recip(x)", 1, 8192, Double.NaN, (x, s) -> quotient(1, x[0])));
    all.add(new Function("divide", "x / y", 2, 2.5, 0, quotient));
  }

  private static Value quotient(double x, double y) {
    double near = x / y;
    return near != near || y == 0 || x == 0 || Double.isInfinite(x) || Double.isInfinite(y)
        ? exactly(near)
        : real(over(of(x), of(y)));
  }

  private static Function single(String name, String call, Function f) {
    // They may take subnormal results to zero.
    Reference normal =
        (x, s) ->
            f.reference().of(x, s) instanceof Real r
                    && r.number().abs().compareTo(of(Float.MIN_NORMAL)) < 0
                ? null
                : f.reference().of(x, s);
    return new Function(name, call, f.arguments(), 8192, Double.NaN, normal);
  }
}
