// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import java.util.Optional;

/**
 * Explains a factor by the peak bandwidth of DRAM. Applies if DRAM is busy for at least a third of
 * the time.
 */
final class BandwidthRule implements Rule {
  private static final String PEAK = "dram.bandwidth";
  private static final double BUSY = 0.33;
  private static final double LEAST = 0.02;

  @Override
  public Optional<RuleFinding> find(Evidence seen) {
    double busy = Math.max(seen.last().of("dram.busy"), seen.to().of("dram.busy"));
    if (busy < BUSY
        || seen.last().figure(PEAK).isEmpty()
        || seen.to().figure(PEAK).isEmpty()
        || seen.changes().keySet().stream().noneMatch(path -> path.startsWith("dram."))) {
      return Optional.empty();
    }
    return Rule.moved(
        seen.cost(seen.to().figure(PEAK).getAsLong(), seen.last().figure(PEAK).getAsLong()),
        LEAST,
        "DRAM moves %s at most instead of %s, and is busy for %s of the time instead of %s"
            .formatted(
                seen.to().text(PEAK),
                seen.last().text(PEAK),
                SentenceNumbers.percent(seen.to().of("dram.busy")),
                SentenceNumbers.percent(seen.last().of("dram.busy"))));
  }
}
