package io.lockstep.run;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Formats numbers by one rule, with the same bytes on every machine.
 *
 * <p>Whole numbers are exact; ratios have six digits after the decimal point, rounded half up from
 * the exact quotient; times have twelve (picoseconds).
 */
public final class Numbers {
  /** Digits of a ratio after the decimal point. */
  public static final int RATIO_DIGITS = 6;

  private static final BigInteger PICOS = BigInteger.TEN.pow(12);

  private Numbers() {}

  /**
   * {@return a ratio of whole numbers; 0 if the denominator is 0}
   *
   * @param numerator of any sign
   * @param denominator of any sign
   */
  public static BigDecimal ratio(long numerator, long denominator) {
    if (denominator == 0) {
      return BigDecimal.ZERO.setScale(RATIO_DIGITS);
    }
    return BigDecimal.valueOf(numerator)
        .divide(BigDecimal.valueOf(denominator), RATIO_DIGITS, RoundingMode.HALF_UP);
  }

  /**
   * {@return picoseconds as seconds}
   *
   * @param picos whole picoseconds; nothing is rounded
   */
  public static BigDecimal seconds(long picos) {
    return BigDecimal.valueOf(picos, 12);
  }

  /**
   * {@return cycles of a clock in a time, begun cycles included}
   *
   * @param picos time, not negative
   * @param hertz rate of the clock
   */
  public static long cycles(long picos, long hertz) {
    return BigInteger.valueOf(picos)
        .multiply(BigInteger.valueOf(hertz))
        .add(PICOS.subtract(BigInteger.ONE))
        .divide(PICOS)
        .longValueExact();
  }

  /**
   * {@return first tick at or after a time}
   *
   * @param picos time, not negative
   * @param tickHertz ticks a second
   */
  public static long tick(long picos, long tickHertz) {
    return cycles(picos, tickHertz);
  }

  /**
   * {@return time at which a tick begins, rounded up to picoseconds}
   *
   * @param tick not negative
   * @param tickHertz ticks a second
   */
  public static long picos(long tick, long tickHertz) {
    BigInteger hertz = BigInteger.valueOf(tickHertz);
    return BigInteger.valueOf(tick)
        .multiply(PICOS)
        .add(hertz.subtract(BigInteger.ONE))
        .divide(hertz)
        .longValueExact();
  }

  /**
   * {@return time that bytes take at a rate, rounded up to picoseconds}
   *
   * @param bytes not negative
   * @param bytesPerSecond the rate, at least 1
   */
  public static long transferPicos(long bytes, long bytesPerSecond) {
    return picos(bytes, bytesPerSecond);
  }
}
