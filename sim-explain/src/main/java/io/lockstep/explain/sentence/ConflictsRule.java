// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import java.util.Optional;

/**
 * Explains a factor by bank conflicts of local memory. Applies if conflicts take at least 5 % of
 * local memory's cycles before or after the change.
 */
final class ConflictsRule implements Rule {
  private static final double SHARE = 0.05;
  private static final double LEAST = 0.02;

  @Override
  public Optional<RuleFinding> find(Evidence seen) {
    double had = seen.last().ratio("lds.conflict_cycles", "lds.cycles");
    double has = seen.to().ratio("lds.conflict_cycles", "lds.cycles");
    if (Math.max(had, has) < SHARE) {
      return Optional.empty();
    }
    return Rule.moved(
        seen.cost(seen.last().of("lds.cycles"), seen.to().of("lds.cycles")),
        LEAST,
        "bank conflicts are %s of local memory's cycles instead of %s"
            .formatted(SentenceNumbers.percent(has), SentenceNumbers.percent(had)));
  }
}
