package io.lockstep.explain.sentence;

import java.util.Optional;

/**
 * How much of something is done: instructions, transactions, bytes. Silent where it is as much as
 * before, and where a share says that it cannot matter.
 */
final class CountRule implements Rule {
  private static final double LEAST = 0.02;

  private final String statistic; // or the end of its name behind a point
  private final String words;
  private final String share;
  private final double leastShare;

  /**
   * @param statistic a name, or what names end with: {@code .bundles}
   * @param words what there is so many times of, behind the number
   */
  CountRule(String statistic, String words) {
    this(statistic, words, "", 0);
  }

  /**
   * @param share a statistic that has to be at least so large before or after
   */
  CountRule(String statistic, String words, String share, double leastShare) {
    this.statistic = statistic;
    this.words = words;
    this.share = share;
    this.leastShare = leastShare;
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
        SentenceNumbers.times(after / before)
            + " the "
            + words
            + " ("
            + SentenceNumbers.number(after)
            + " instead of "
            + SentenceNumbers.number(before)
            + ")");
  }

  private double value(State state) {
    return state.statistics().entrySet().stream()
        .filter(e -> e.getKey().equals(statistic) || e.getKey().matches("[a-z]+" + suffix()))
        .mapToDouble(e -> e.getValue())
        .sum();
  }

  /** Statistics of a family alone have a word of its own in front. */
  private String suffix() {
    return statistic.startsWith(".") ? statistic.replace(".", "\\.") : "(?!)";
  }
}
