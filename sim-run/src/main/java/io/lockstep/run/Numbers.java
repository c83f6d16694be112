// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * Arithmetic whose results have the same digits on every machine.
 *
 * <p>Whole numbers are exact; ratios have six digits after the decimal point, rounded half up from
 * the exact quotient; times have twelve (picoseconds).
 */
public final class Numbers {
  public static final int RATIO_DIGITS = 6;

  private static final BigInteger PICOS = BigInteger.TEN.pow(12);

  private Numbers() {}

  /** {@return a ratio; 0 if the denominator is 0} */
  public static BigDecimal ratio(long numerator, long denominator) {
    if (denominator == 0) {
      return BigDecimal.ZERO.setScale(RATIO_DIGITS);
    }
    return BigDecimal.valueOf(numerator)
        .divide(BigDecimal.valueOf(denominator), RATIO_DIGITS, RoundingMode.HALF_UP);
  }

  /** {@return a number with all of its digits; those of integers are grouped} */
  public static String exact(BigDecimal value) {
    return value.scale() > 0
        ? value.toPlainString()
        : String.format(Locale.ROOT, "%,d", value.toBigInteger());
  }

  /** {@return picoseconds as seconds, without rounding} */
  public static BigDecimal seconds(long picos) {
    return BigDecimal.valueOf(picos, 12);
  }

  /** {@return the number of clock cycles in a time in picoseconds, rounded up} */
  public static long cycles(long picos, long hertz) {
    return BigInteger.valueOf(picos)
        .multiply(BigInteger.valueOf(hertz))
        .add(PICOS.subtract(BigInteger.ONE))
        .divide(PICOS)
        .longValueExact();
  }

  /** {@return the first tick at or after a time in picoseconds} */
  public static long tick(long picos, long tickHertz) {
    return cycles(picos, tickHertz);
  }

  /** {@return the time at which a tick begins, rounded up to picoseconds} */
  public static long picos(long tick, long tickHertz) {
    BigInteger hertz = BigInteger.valueOf(tickHertz);
    return BigInteger.valueOf(tick)
        .multiply(PICOS)
        .add(hertz.subtract(BigInteger.ONE))
        .divide(hertz)
        .longValueExact();
  }

  /** {@return the time that bytes take at a rate, rounded up to picoseconds} */
  public static long transferPicos(long bytes, long bytesPerSecond) {
    return picos(bytes, bytesPerSecond);
  }
}
