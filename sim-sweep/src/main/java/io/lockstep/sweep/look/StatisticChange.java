// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.run.Numbers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.Optional;

/**
 * A changed statistic.
 *
 * @param was earlier value; empty if the first sweep lacks the statistic
 * @param now current value; empty if the second one lacks the statistic
 */
public record StatisticChange(String name, Optional<BigDecimal> was, Optional<BigDecimal> now) {
  /** Orders changes by size, the largest first, then by name. */
  public static final Comparator<StatisticChange> LARGEST =
      Comparator.comparing(StatisticChange::size).reversed().thenComparing(StatisticChange::name);

  /**
   * Returns the difference relative to the larger absolute value: 0 to 1, or up to 2 if the signs
   * differ; 1 for a statistic that only one side has.
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
