// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import io.lockstep.spi.stats.CommonCause;
import java.util.Map;
import java.util.Optional;

/**
 * Explains a factor by the latency of an access without queueing. Applies if the cycles in which
 * issue ports wait for data change in the same direction as the latency, by at least 2 % of the
 * issue cycles with resident wavefronts.
 */
final class LatencyRule implements Rule {
  private static final String WAITING = CommonCause.MEMORY_LATENCY.statistic();
  private static final double LEAST = 0.02;

  @Override
  public Optional<RuleFinding> find(Evidence seen) {
    String path = "";
    double most = 0;
    for (Map.Entry<String, ?> change : seen.changes().entrySet()) {
      double cost = cost(seen, change.getKey());
      if (Math.abs(cost) > Math.abs(most)) {
        path = change.getKey();
        most = cost;
      }
    }
    if (path.isEmpty()) {
      return Optional.empty(); // no latency changed
    }
    double waited = seen.last().of(WAITING);
    double waits = seen.to().of(WAITING);
    double all = seen.last().occupied();
    if (path.isEmpty()
        || all == 0
        || Math.abs(waits - waited) / all < LEAST
        || (waits > waited) != (most > 0)) {
      return Optional.empty();
    }
    return Rule.moved(
        most,
        LEAST,
        "%s is %s instead of %s, and issue ports wait for data for %s the cycles"
            .formatted(
                path,
                seen.to().text(path),
                seen.last().text(path),
                SentenceNumbers.times(waits / waited)));
  }

  private static double cost(Evidence seen, String path) {
    boolean latency = path.endsWith("latency") || path.endsWith("load_to_use");
    return latency && seen.last().spec().has(path) && seen.to().spec().has(path)
        ? seen.cost(seen.last().spec().value(path), seen.to().spec().value(path))
        : 0;
  }
}
