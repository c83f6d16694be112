// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import io.lockstep.spi.stats.CommonCause;
import java.util.Optional;

/**
 * Names the stall reason whose issue cycles changed most in the direction of the time. Used as a
 * fallback, since it shows where the time goes but not why. Applies if the change is at least 2 %
 * of the issue cycles with resident wavefronts.
 */
final class CausesRule implements Rule {
  private static final double LEAST = 0.02;

  @Override
  public Optional<RuleFinding> find(Evidence seen) {
    double all = seen.last().occupied();
    boolean longer = seen.factor() > 1;
    CommonCause most = null;
    double change = 0;
    for (CommonCause cause : CommonCause.values()) {
      double own = seen.to().of(cause.statistic()) - seen.last().of(cause.statistic());
      boolean waits = cause != CommonCause.ISSUED && cause != CommonCause.NO_WAVEFRONT;
      if (waits && longer == own > 0 && Math.abs(own) > Math.abs(change)) {
        most = cause;
        change = own;
      }
    }
    if (most == null || all == 0 || Math.abs(change) / all < LEAST) {
      return Optional.empty();
    }
    double before = seen.last().of(most.statistic());
    String cycles =
        before == 0
            ? "cycles on '" + most.label() + "', where they spent none"
            : SentenceNumbers.times(seen.to().of(most.statistic()) / before)
                + " the cycles on '"
                + most.label()
                + "'";
    return Optional.of(new RuleFinding(change / all, "issue ports spend " + cycles));
  }
}
