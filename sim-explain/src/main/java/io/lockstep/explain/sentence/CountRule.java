// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import java.util.Optional;

/**
 * Explains a factor by a number of events: instructions, transactions, bytes. Applies if the number
 * changes and, where a second statistic is given, that statistic is large enough for an effect.
 *
 * @param statistic a name, or a suffix that starts with a dot
 * @param share a statistic that must reach {@code leastShare} before or after the change
 */
record CountRule(String statistic, String words, String share, double leastShare) implements Rule {
  private static final double LEAST = 0.02;

  /**
   * @param statistic a name, or a suffix of names such as {@code .bundles}
   * @param words name of the counted events, in the plural
   */
  CountRule(String statistic, String words) {
    this(statistic, words, "", 0);
  }

  @Override
  public Optional<RuleFinding> find(Evidence seen) {
    if (!share.isEmpty() && Math.max(seen.last().of(share), seen.to().of(share)) < leastShare) {
      return Optional.empty();
    }
    double before = value(seen.last());
    double after = value(seen.to());
    if (before <= 0 || after <= 0) {
      return Optional.empty();
    }
    return Rule.moved(
        seen.cost(before, after),
        LEAST,
        "%s the %s (%s instead of %s)"
            .formatted(
                SentenceNumbers.times(after / before),
                words,
                SentenceNumbers.number(after),
                SentenceNumbers.number(before)));
  }

  private double value(State state) {
    return state.statistics().entrySet().stream()
        .filter(e -> e.getKey().equals(statistic) || e.getKey().matches("[a-z]+" + suffix()))
        .mapToDouble(e -> e.getValue())
        .sum();
  }

  /** Returns a regular expression for the statistic's suffix after the family's prefix. */
  private String suffix() {
    return statistic.startsWith(".") ? statistic.replace(".", "\\.") : "(?!)";
  }
}
