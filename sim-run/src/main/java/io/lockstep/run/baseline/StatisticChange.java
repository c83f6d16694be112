// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.baseline;

import io.lockstep.run.Numbers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.Optional;

/**
 * A changed statistic.
 *
 * @param was empty if the baseline lacks it
 * @param now empty if the result lacks it
 */
public record StatisticChange(String name, Optional<BigDecimal> was, Optional<BigDecimal> now) {
  /** The largest change first; equal changes by name. */
  public static final Comparator<StatisticChange> LARGEST =
      Comparator.comparing(StatisticChange::size).reversed().thenComparing(StatisticChange::name);

  /**
   * The difference relative to the larger absolute value: 0 to 1, or up to 2 if the signs differ; 1
   * for a statistic that only one side has.
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
