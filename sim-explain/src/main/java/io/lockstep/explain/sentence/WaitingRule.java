// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import io.lockstep.spi.stats.CommonCause;
import java.util.Optional;

/**
 * Explains a factor by the mean number of cycles in which issue ports wait for a memory
 * instruction; this covers latencies caused by several figures or by queues. If nothing changes
 * when the figures are changed last, because other figures hide the effect, the evidence for
 * changing the figures first is used. Applies if ports wait for data for at least a tenth of their
 * cycles before or after.
 */
final class WaitingRule implements Rule {
  private static final String WAITING = CommonCause.MEMORY_LATENCY.statistic();
  private static final String REQUESTS = "memory.requests";
  private static final double SHARE = 0.1;
  private static final double LEAST = 0.02;

  @Override
  public Optional<RuleFinding> find(Evidence seen) {
    return between(seen, seen.last(), seen.to(), "")
        .or(
            () ->
                between(
                    seen, seen.from(), seen.first(), ", where this is changed before all else"));
  }

  private static Optional<RuleFinding> between(
      Evidence seen, State before, State after, String where) {
    double had = before.ratio(WAITING, REQUESTS);
    double has = after.ratio(WAITING, REQUESTS);
    if (had == 0 || has == 0 || has > had != seen.factor() > 1 || isSmall(before, after)) {
      return Optional.empty();
    }
    double moved = (after.of(WAITING) - before.of(WAITING)) / before.occupied();
    return Rule.moved(
        moved,
        LEAST,
        "a memory instruction keeps issue ports waiting for %s the cycles (%s instead of %s%s)"
            .formatted(
                SentenceNumbers.times(has / had),
                SentenceNumbers.number(Math.rint(has)),
                SentenceNumbers.number(Math.rint(had)),
                where));
  }

  private static boolean isSmall(State before, State after) {
    return Math.max(share(before), share(after)) < SHARE;
  }

  private static double share(State state) {
    double all = state.occupied();
    return all == 0 ? 0 : state.of(WAITING) / all;
  }
}
