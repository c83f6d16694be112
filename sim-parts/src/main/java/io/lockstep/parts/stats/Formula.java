package io.lockstep.parts.stats;

import java.util.List;

/**
 * How a ratio follows from counts and levels that stand in the same result: a sum of some divided
 * by a sum of others. Immutable.
 *
 * @param numerator names of what is divided, at least one
 * @param denominator names of what it is divided by, at least one
 */
public record Formula(List<String> numerator, List<String> denominator) {
  /**
   * Checks that there is something on either side.
   *
   * @param numerator names of what is divided
   * @param denominator names of what it is divided by
   * @throws IllegalArgumentException where one of them is empty
   */
  public Formula {
    numerator = List.copyOf(numerator);
    denominator = List.copyOf(denominator);
    if (numerator.isEmpty() || denominator.isEmpty()) {
      throw new IllegalArgumentException("a formula without a numerator or a denominator");
    }
  }

  /**
   * {@return one statistic by another}
   *
   * @param numerator what is divided
   * @param denominator what it is divided by
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
