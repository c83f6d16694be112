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

  /** How much of the larger value the difference is: 0 to 1, or 2 across zero; 1 if it is new. */
  BigDecimal size() {
    BigDecimal before = was.orElse(BigDecimal.ZERO);
    BigDecimal after = now.orElse(BigDecimal.ZERO);
    BigDecimal larger = before.abs().max(after.abs());
    return larger.signum() == 0
        ? BigDecimal.ONE
        : after.subtract(before).abs().divide(larger, Numbers.RATIO_DIGITS, RoundingMode.HALF_UP);
  }
}
