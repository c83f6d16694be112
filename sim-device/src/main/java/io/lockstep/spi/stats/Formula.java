// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.stats;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The definition of a ratio: a sum of counts and levels of a result divided by another such sum.
 *
 * @param numerator names of the dividends, at least one
 * @param denominator names of the divisors, at least one
 * @param resource the resource whose peak the ratio is a share of; empty for other ratios
 */
public record Formula(
    List<String> numerator, List<String> denominator, Optional<Resource> resource) {
  /**
   * Checks that both sides are present.
   *
   * @param numerator names of the dividends
   * @param denominator names of the divisors
   * @param resource the resource whose peak the ratio is a share of; empty for other ratios
   * @throws IllegalArgumentException if one of the lists is empty
   */
  public Formula {
    numerator = List.copyOf(numerator);
    denominator = List.copyOf(denominator);
    Objects.requireNonNull(resource, "resource");
    if (numerator.isEmpty() || denominator.isEmpty()) {
      throw new IllegalArgumentException("a formula without a numerator or a denominator");
    }
  }

  /**
   * Creates a formula that is not a share of a resource's peak.
   *
   * @param numerator names of the dividends
   * @param denominator names of the divisors
   * @throws IllegalArgumentException if a list is empty
   */
  public Formula(List<String> numerator, List<String> denominator) {
    this(numerator, denominator, Optional.empty());
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

  /**
   * {@return a copy that is a share of a resource's peak}
   *
   * @param of the resource
   */
  public Formula roof(Resource of) {
    return new Formula(numerator, denominator, Optional.of(of));
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
