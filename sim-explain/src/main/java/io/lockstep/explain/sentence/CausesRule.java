package io.lockstep.explain.sentence;

import io.lockstep.parts.stats.CommonCause;
import java.util.Locale;
import java.util.Optional;

/**
 * Which cause of waiting grew or shrank most, in cycles of issue ports: says where the time went,
 * where no other rule says why. Silent where no cause changed by a fiftieth of all cycles.
 */
final class CausesRule implements Rule {
  private static final double LEAST = 0.02;

  @Override
  public Optional<Finding> find(Evidence seen) {
    double all = seen.last().portCycles();
    boolean longer = seen.factor() > 1;
    CommonCause most = null;
    double change = 0;
    for (CommonCause cause : CommonCause.values()) {
      double own = seen.to().of(cause.statistic()) - seen.last().of(cause.statistic());
      boolean fits = longer == own > 0 && cause != CommonCause.ISSUED;
      if (fits && Math.abs(own) > Math.abs(change)) {
        most = cause;
        change = own;
      }
    }
    if (most == null || all == 0 || Math.abs(change) / all < LEAST) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            change / all,
            String.format(
                Locale.ROOT,
                "issue ports spend %.1f %% of their cycles on '%s' instead of %.1f %%",
                100 * seen.to().of(most.statistic()) / seen.to().portCycles(),
                most.label(),
                100 * seen.last().of(most.statistic()) / all)));
  }
}
