// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import io.lockstep.io.InputException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/**
 * A range of numbers from which a design draws.
 *
 * @param from smallest value, with its unit
 * @param to largest value, with its unit
 * @param round step of drawn numbers, with its unit, or empty
 */
public record Span(String where, String from, String to, Scale scale, String round)
    implements DesignCoordinate {
  /** Distribution of the drawn numbers. */
  public enum Scale {
    LINEAR("linear"),
    /** Uniform in the logarithm. */
    LOG("log"),
    /** Powers of two, each equally probable. */
    LOG2("log2");

    private final String word;

    Scale(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  /**
   * Checks the range.
   *
   * @throws InputException if the texts are not numbers of one kind, or no value lies in the range
   */
  public Span {
    Amounts amounts = amounts(where, from, to, round);
    BigDecimal low = amounts.number(from);
    BigDecimal high = amounts.number(to);
    if (low.compareTo(high) >= 0) {
      throw new InputException(where, "expected 'to' above 'from', found " + from + " to " + to);
    }
    if (scale != Scale.LINEAR && low.signum() <= 0) {
      throw new InputException(where, "a scale of logarithms begins above 0, found " + from);
    }
    if (!round.isEmpty()) {
      BigDecimal unit = amounts.number(round);
      if (scale == Scale.LOG2) {
        throw new InputException(where, "scale log2 has powers of two; leave out 'round'");
      }
      if (unit.signum() <= 0 || ceiling(low, unit).compareTo(high) > 0) {
        throw new InputException(
            where, "no multiple of " + round + " lies between " + from + " and " + to);
      }
    }
    if (scale == Scale.LOG2 && (!amounts.isWhole() || power(low) > powerBelow(high))) {
      throw new InputException(where, "no power of two lies between " + from + " and " + to);
    }
  }

  private static Amounts amounts(String where, String from, String to, String round) {
    return Amounts.of(where, round.isEmpty() ? List.of(from, to) : List.of(from, to, round));
  }

  /** Returns a copy that draws powers of two. */
  public Span powers() {
    return new Span(where, from, to, Scale.LOG2, "");
  }

  /**
   * Returns a copy whose integral bounds are written as decimals, such as 0.0 to 1.0, so that drawn
   * numbers are decimals.
   */
  public Span decimals() {
    return new Span(where, decimal(from), decimal(to), scale, round);
  }

  private static String decimal(String text) {
    return text.matches("[-+]?[0-9]+") ? text + ".0" : text;
  }

  @Override
  public String at(double share) {
    Amounts amounts = amounts(where, from, to, round);
    BigDecimal low = amounts.number(from);
    BigDecimal high = amounts.number(to);
    if (scale == Scale.LOG2) {
      int first = power(low);
      int count = powerBelow(high) - first + 1;
      return amounts.text(BigDecimal.valueOf(1L << (first + (int) (share * count))));
    }
    if (!round.isEmpty() || amounts.isWhole()) {
      BigDecimal unit = round.isEmpty() ? BigDecimal.ONE : amounts.number(round);
      BigDecimal least = ceiling(low, unit);
      BigDecimal most = floor(high, unit);
      return amounts.text(nearest(between(least, most, unit, share), unit).max(least).min(most));
    }
    return amounts.text(amounts.rounded(between(low, high, BigDecimal.ZERO, share)));
  }

  /**
   * Maps a quantile to a value. The interval is extended by half a unit at either end, so that
   * rounding gives the first and the last value the same probability as the others.
   */
  private BigDecimal between(BigDecimal low, BigDecimal high, BigDecimal unit, double share) {
    BigDecimal half = unit.divide(BigDecimal.valueOf(2));
    if (scale == Scale.LINEAR) {
      BigDecimal start = low.subtract(half);
      return start.add(high.add(half).subtract(start).multiply(new BigDecimal(share)));
    }
    double first =
        StrictMath.log(Math.max(low.doubleValue() / 2, low.subtract(half).doubleValue()));
    double last = StrictMath.log(high.add(half).doubleValue());
    return new BigDecimal(StrictMath.exp(first + (last - first) * share));
  }

  private static BigDecimal nearest(BigDecimal value, BigDecimal unit) {
    return value
        .divide(unit, MathContext.DECIMAL128)
        .setScale(0, RoundingMode.HALF_UP)
        .multiply(unit);
  }

  private static BigDecimal ceiling(BigDecimal value, BigDecimal unit) {
    return value.divide(unit, 0, RoundingMode.CEILING).multiply(unit);
  }

  private static BigDecimal floor(BigDecimal value, BigDecimal unit) {
    return value.divide(unit, 0, RoundingMode.FLOOR).multiply(unit);
  }

  /** Returns the exponent of the smallest power of two not below a number. */
  private static int power(BigDecimal number) {
    long whole = number.setScale(0, RoundingMode.CEILING).longValueExact();
    return 64 - Long.numberOfLeadingZeros(whole - 1);
  }

  private static int powerBelow(BigDecimal number) {
    return 63 - Long.numberOfLeadingZeros(number.longValue());
  }
}
