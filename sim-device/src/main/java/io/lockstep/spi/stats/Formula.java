package io.lockstep.spi.stats;

import java.util.List;

/**
 * The definition of a ratio: a sum of counts and levels of a result divided by a sum of others.
 * Immutable.
 *
 * @param numerator names of the dividends, at least one
 * @param denominator names of the divisors, at least one
 */
public record Formula(List<String> numerator, List<String> denominator) {
  /**
   * Checks that both sides are present.
   *
   * @param numerator names of the dividends
   * @param denominator names of the divisors
   * @throws IllegalArgumentException if one of them is empty
   */
  public Formula {
    numerator = List.copyOf(numerator);
    denominator = List.copyOf(denominator);
    if (numerator.isEmpty() || denominator.isEmpty()) {
      throw new IllegalArgumentException("a formula without a numerator or a denominator");
    }
  }

  /**
   * {@return one statistic divided by another}
   *
   * @param numerator the dividend
   * @param denominator the divisor
   */
  public static Formula of(String numerator, String denominator) {
    return new Formula(List.of(numerator), List.of(denominator));
  }

  @Override
  public String toString() {
    return side(numerator) + " / " + side(denominator);
  }

  private static String side(List<String> names) {
    String sum = String.join(" + ", names);
    return names.size() == 1 ? sum : "(" + sum + ")";
  }
}
