package io.lockstep.run.baseline;

import io.lockstep.run.Numbers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.Optional;

/**
 * A changed statistic.
 *
 * @param name as declared
 * @param was empty if the baseline has none
 * @param now empty if the result has none
 */
public record StatisticChange(String name, Optional<BigDecimal> was, Optional<BigDecimal> now) {
  /** The largest change first, names deciding between equal ones. */
  public static final Comparator<StatisticChange> LARGEST =
      Comparator.comparing(StatisticChange::size).reversed().thenComparing(StatisticChange::name);

  /**
   * The difference as a share of the larger value: 0 to 1, or up to 2 if signs differ; 1 if it is
   * new.
   */
  BigDecimal size() {
    BigDecimal before = was.orElse(BigDecimal.ZERO);
    BigDecimal after = now.orElse(BigDecimal.ZERO);
    BigDecimal larger = before.abs().max(after.abs());
    return larger.signum() == 0
        ? BigDecimal.ONE
        : after.subtract(before).abs().divide(larger, Numbers.RATIO_DIGITS, RoundingMode.HALF_UP);
  }
}
