// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Elementary functions with a relative error below 1e-40, of arguments where they are finite.
 * Results beyond every format of OpenCL C are replaced by {@link #HUGE} and {@link #TINY}.
 */
final class Decimals {
  static final BigDecimal ONE = BigDecimal.ONE;
  static final BigDecimal TWO = BigDecimal.valueOf(2);
  static final BigDecimal HALF = new BigDecimal("0.5");
  static final BigDecimal HUGE = new BigDecimal("1e900");
  static final BigDecimal TINY = new BigDecimal("1e-900");
  static final MathContext DIGITS = new MathContext(52);

  private static final BigDecimal SMALL = new BigDecimal("1e-4");
  private static final BigDecimal LONG_PI = machin(480);
  static final BigDecimal PI = LONG_PI.round(DIGITS);
  static final BigDecimal LN2 = log(TWO);
  static final BigDecimal LN10 = log(BigDecimal.TEN);
  private static final BigDecimal LOG_2PI = log(PI.multiply(TWO));
  private static final BigDecimal[] STIRLING = stirling(26);

  private Decimals() {}

  static BigDecimal of(double x) {
    return new BigDecimal(x);
  }

  static BigDecimal times(BigDecimal x, BigDecimal y) {
    return x.multiply(y, DIGITS);
  }

  static BigDecimal over(BigDecimal x, BigDecimal y) {
    return x.divide(y, DIGITS);
  }

  static BigDecimal sqrt(BigDecimal x) {
    return x.sqrt(DIGITS);
  }

  /** Machin's formula. */
  private static BigDecimal machin(int digits) {
    BigDecimal five = inverseTangent(5, digits).multiply(BigDecimal.valueOf(16));
    return five.subtract(inverseTangent(239, digits).multiply(BigDecimal.valueOf(4)));
  }

  private static BigDecimal inverseTangent(int of, int digits) {
    BigDecimal power = ONE.divide(BigDecimal.valueOf(of), digits, RoundingMode.DOWN);
    BigDecimal square = BigDecimal.valueOf((long) of * of);
    BigDecimal sum = power;
    for (int k = 1; power.signum() != 0; k++) {
      power = power.divide(square, digits, RoundingMode.DOWN).negate();
      sum = sum.add(power.divide(BigDecimal.valueOf(2L * k + 1), digits, RoundingMode.DOWN));
    }
    return sum;
  }

  /** A power series of x in steps, whose term k is that before it times x to the step over d(k). */
  private static BigDecimal series(BigDecimal first, BigDecimal x, Divisor d) {
    BigDecimal sum = first;
    BigDecimal term = first;
    for (int k = 1; term.signum() != 0; k++) {
      term = times(term, x).divide(BigDecimal.valueOf(d.of(k)), DIGITS);
      sum = sum.add(term, DIGITS);
      if (term.precision() - term.scale() < sum.precision() - sum.scale() - 54) {
        break;
      }
    }
    return sum;
  }

  private interface Divisor {
    long of(int k);
  }

  static BigDecimal exp(BigDecimal x) {
    double near = x.doubleValue();
    if (Math.abs(near) > 1500) {
      return near > 0 ? HUGE : TINY;
    }
    // x = n ln 2 + 64 r
    long n = Math.round(near / 0.6931471805599453);
    BigDecimal r = n == 0 ? x : x.subtract(LN2.multiply(BigDecimal.valueOf(n)), DIGITS);
    BigDecimal e = series(ONE, r.divide(BigDecimal.valueOf(64), DIGITS), k -> k);
    e = e.pow(64, DIGITS);
    return n >= 0
        ? times(e, new BigDecimal(BigInteger.ONE.shiftLeft((int) n)))
        : over(e, new BigDecimal(BigInteger.ONE.shiftLeft((int) -n)));
  }

  static BigDecimal expm1(BigDecimal x) {
    if (x.abs().compareTo(HALF) < 0) {
      return series(x, x, k -> k + 1);
    }
    return exp(x).subtract(ONE, DIGITS);
  }

  /** Of a positive number. */
  static BigDecimal log(BigDecimal x) {
    BigDecimal above = x.subtract(ONE);
    if (above.abs().compareTo(SMALL) < 0) {
      return log1p(above);
    }
    // Away from 1 the logarithm is not small, so an error of the last digit is none of the result.
    int scale = x.precision() - x.scale();
    BigDecimal m = x.scaleByPowerOfTen(-scale).round(DIGITS);
    double near = StrictMath.log(m.doubleValue());
    BigDecimal guess = new BigDecimal(near);
    // ln 2, which exp uses, is what this computes first: e to the guess by its series.
    BigDecimal e = series(ONE, guess.divide(BigDecimal.valueOf(64), DIGITS), k -> k);
    BigDecimal d = over(m, e.pow(64, DIGITS)).subtract(ONE);
    BigDecimal value = guess.add(log1p(d));
    return scale == 0
        ? value.round(DIGITS)
        : value.add(BigDecimal.valueOf(scale).multiply(lnTen()), DIGITS);
  }

  private static BigDecimal lnTen() {
    return LN10 != null ? LN10 : log(new BigDecimal("0.1")).negate();
  }

  static BigDecimal log1p(BigDecimal x) {
    if (x.abs().compareTo(SMALL) >= 0) {
      return log(ONE.add(x));
    }
    BigDecimal z = over(x, TWO.add(x));
    return odd(z, z.multiply(z, DIGITS)).multiply(TWO);
  }

  /** z + z s/3 + z s s/5 … */
  private static BigDecimal odd(BigDecimal z, BigDecimal s) {
    BigDecimal sum = z;
    BigDecimal power = z;
    for (int k = 3; k < 40; k += 2) {
      power = times(power, s);
      sum = sum.add(power.divide(BigDecimal.valueOf(k), DIGITS), DIGITS);
    }
    return sum;
  }

  /** Of pi times x or of x: sine and cosine. */
  private static BigDecimal[] circle(BigDecimal x, boolean ofPi) {
    BigDecimal quarter = ofPi ? HALF : LONG_PI.divide(TWO);
    BigInteger n = x.divide(quarter, 0, RoundingMode.HALF_EVEN).toBigInteger();
    BigDecimal r = x.subtract(quarter.multiply(new BigDecimal(n)));
    r = ofPi ? times(r, PI) : r.round(DIGITS);
    BigDecimal s = times(r, r).negate();
    BigDecimal sin = series(r, s, k -> 2L * k * (2L * k + 1));
    BigDecimal cos = series(ONE, s, k -> 2L * k * (2L * k - 1));
    return switch (n.and(BigInteger.valueOf(3)).intValue()) {
      case 0 -> new BigDecimal[] {sin, cos};
      case 1 -> new BigDecimal[] {cos, sin.negate()};
      case 2 -> new BigDecimal[] {sin.negate(), cos.negate()};
      default -> new BigDecimal[] {cos.negate(), sin};
    };
  }

  static BigDecimal sin(BigDecimal x) {
    return circle(x, false)[0];
  }

  static BigDecimal cos(BigDecimal x) {
    return circle(x, false)[1];
  }

  static BigDecimal tan(BigDecimal x) {
    BigDecimal[] both = circle(x, false);
    return over(both[0], both[1]);
  }

  static BigDecimal sinpi(BigDecimal x) {
    return circle(x, true)[0];
  }

  static BigDecimal cospi(BigDecimal x) {
    return circle(x, true)[1];
  }

  static BigDecimal tanpi(BigDecimal x) {
    BigDecimal[] both = circle(x, true);
    return over(both[0], both[1]);
  }

  static BigDecimal atan(BigDecimal x) {
    if (x.abs().compareTo(SMALL) < 0) {
      return odd(x, times(x, x).negate());
    }
    if (x.abs().compareTo(BigDecimal.TEN) > 0) {
      BigDecimal rest = atan(over(ONE, x));
      return PI.multiply(HALF).multiply(BigDecimal.valueOf(x.signum())).subtract(rest, DIGITS);
    }
    BigDecimal guess = new BigDecimal(StrictMath.atan(x.doubleValue()));
    BigDecimal t = tan(guess);
    BigDecimal d = over(x.subtract(t), ONE.add(times(x, t)));
    return guess.add(odd(d, times(d, d).negate()), DIGITS);
  }

  static BigDecimal asin(BigDecimal x) {
    BigDecimal rest = ONE.subtract(x.multiply(x));
    if (rest.signum() == 0) {
      return PI.multiply(HALF).multiply(BigDecimal.valueOf(x.signum()));
    }
    return atan(over(x, sqrt(rest)));
  }

  static BigDecimal acos(BigDecimal x) {
    if (x.compareTo(ONE.negate()) == 0) {
      return PI;
    }
    return atan(sqrt(over(ONE.subtract(x), ONE.add(x)))).multiply(TWO);
  }

  static BigDecimal sinh(BigDecimal x) {
    BigDecimal e = expm1(x.abs());
    BigDecimal twice = e.add(over(e, e.add(ONE)));
    return times(twice, HALF).multiply(BigDecimal.valueOf(x.signum()));
  }

  static BigDecimal cosh(BigDecimal x) {
    BigDecimal e = exp(x.abs());
    return times(e.add(over(ONE, e)), HALF);
  }

  static BigDecimal tanh(BigDecimal x) {
    BigDecimal e = expm1(x.abs().multiply(TWO));
    return over(e, e.add(TWO)).multiply(BigDecimal.valueOf(x.signum()));
  }

  static BigDecimal asinh(BigDecimal x) {
    BigDecimal a = x.abs();
    BigDecimal s = times(a, a);
    BigDecimal more = over(s, ONE.add(sqrt(ONE.add(s))));
    return log1p(a.add(more)).multiply(BigDecimal.valueOf(x.signum()));
  }

  static BigDecimal acosh(BigDecimal x) {
    BigDecimal t = x.subtract(ONE);
    return log1p(t.add(sqrt(t.multiply(TWO).add(times(t, t)))));
  }

  static BigDecimal atanh(BigDecimal x) {
    BigDecimal a = x.abs();
    BigDecimal twice = log1p(over(a.multiply(TWO), ONE.subtract(a)));
    return times(twice, HALF).multiply(BigDecimal.valueOf(x.signum()));
  }

  static BigDecimal cbrt(BigDecimal x) {
    BigDecimal y = new BigDecimal(StrictMath.cbrt(x.doubleValue()));
    for (int i = 0; i < 2; i++) {
      y = over(y.multiply(TWO).add(over(x, times(y, y))), BigDecimal.valueOf(3));
    }
    return y;
  }

  /** Of a positive number. */
  static BigDecimal pow(BigDecimal x, BigDecimal y) {
    BigDecimal e = times(log(x), y);
    return exp(e);
  }

  static BigDecimal erf(BigDecimal x) {
    BigDecimal a = x.abs();
    if (a.compareTo(BigDecimal.TEN) > 0) {
      return BigDecimal.valueOf(x.signum()).multiply(ONE.subtract(new BigDecimal("1e-45")));
    }
    // The series of x exp(-x x) has positive terms only.
    BigDecimal s = times(a, a).multiply(TWO);
    BigDecimal sum = a;
    BigDecimal term = a;
    for (int k = 1; term.compareTo(sum.movePointLeft(54)) > 0; k++) {
      term = over(times(term, s), BigDecimal.valueOf(2L * k + 1));
      sum = sum.add(term, DIGITS);
    }
    BigDecimal value = over(times(times(sum, TWO), exp(times(a, a).negate())), sqrt(PI));
    return value.multiply(BigDecimal.valueOf(x.signum()));
  }

  static BigDecimal erfc(BigDecimal x) {
    if (x.compareTo(TWO) < 0) {
      return ONE.subtract(erf(x), DIGITS);
    }
    if (x.compareTo(BigDecimal.valueOf(40)) > 0) {
      return TINY;
    }
    // The continued fraction, from its end; enough of it for 40 digits at 2.
    int n = x.compareTo(BigDecimal.valueOf(6)) > 0 ? 160 : 1400;
    BigDecimal f = x;
    for (int k = n; k > 0; k--) {
      f = x.add(over(BigDecimal.valueOf(k).multiply(HALF), f), DIGITS);
    }
    return over(exp(times(x, x).negate()), times(f, sqrt(PI)));
  }

  /** The terms of Stirling's series: Bernoulli numbers over 2k (2k - 1). */
  private static BigDecimal[] stirling(int n) {
    BigDecimal[] b = new BigDecimal[2 * n + 1];
    BigDecimal[] terms = new BigDecimal[n];
    MathContext more = new MathContext(110);
    for (int m = 0; m <= 2 * n; m++) {
      BigDecimal sum = m == 0 ? ONE : BigDecimal.ZERO;
      BigInteger choose = BigInteger.ONE;
      for (int k = 0; k < m; k++) {
        BigDecimal part = b[k].multiply(new BigDecimal(choose));
        sum = sum.subtract(part.divide(BigDecimal.valueOf(m - k + 1L), more));
        choose = choose.multiply(BigInteger.valueOf(m - k)).divide(BigInteger.valueOf(k + 1L));
      }
      b[m] = sum;
    }
    for (int k = 1; k <= n; k++) {
      terms[k - 1] = b[2 * k].divide(BigDecimal.valueOf(2L * k * (2L * k - 1)), DIGITS);
    }
    return terms;
  }

  /** Logarithm of gamma of a positive number: Stirling's series above 30. */
  private static BigDecimal logGammaAbove(BigDecimal x) {
    BigDecimal sum = log(x).multiply(x.subtract(HALF)).subtract(x).add(times(LOG_2PI, HALF));
    BigDecimal square = times(x, x);
    BigDecimal power = x;
    for (BigDecimal term : STIRLING) {
      sum = sum.add(over(term, power));
      power = times(power, square);
    }
    return sum.round(DIGITS);
  }

  private static BigDecimal product(BigDecimal x, int n) {
    BigDecimal p = ONE;
    for (int k = 0; k < n; k++) {
      p = times(p, x.add(BigDecimal.valueOf(k)));
    }
    return p;
  }

  /** The steps by which a number is raised before Stirling's series. */
  private static int steps(BigDecimal x) {
    return Math.max(0, 34 - (int) Math.min(34, x.doubleValue()));
  }

  /** Gamma of a number that is no pole. */
  static BigDecimal gamma(BigDecimal x) {
    if (x.signum() < 0) {
      // gamma(x) gamma(1 - x) = pi / sin(pi x)
      BigDecimal other = ONE.subtract(x);
      if (other.compareTo(BigDecimal.valueOf(400)) > 0) {
        boolean negative = x.toBigInteger().testBit(0) == false;
        return negative ? TINY.negate() : TINY;
      }
      return over(PI, times(sinpi(x), gamma(other)));
    }
    if (x.compareTo(BigDecimal.valueOf(400)) > 0) {
      return HUGE;
    }
    int n = steps(x);
    return over(exp(logGammaAbove(x.add(BigDecimal.valueOf(n)))), product(x, n));
  }

  /** Logarithm of gamma's magnitude; its absolute error is below 1e-40 of its largest part. */
  static BigDecimal logGamma(BigDecimal x) {
    if (x.signum() < 0) {
      return log(over(PI, sinpi(x).abs())).subtract(logGamma(ONE.subtract(x)), DIGITS);
    }
    int n = steps(x);
    BigDecimal above = logGammaAbove(x.add(BigDecimal.valueOf(n)));
    return n == 0 ? above : above.subtract(log(product(x, n)), DIGITS);
  }
}
