// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import java.util.Optional;

/**
 * Explains a factor by the share of active lanes in issued wavefronts; branches and partially
 * filled wavefronts leave lanes idle. Applies if this changes the number of issued wavefronts by at
 * least 2 %.
 */
final class LanesRule implements Rule {
  private static final double LEAST = 0.02;

  @Override
  public Optional<RuleFinding> find(Evidence seen) {
    double had = seen.last().ratio("lanes.active", "lanes.issued");
    double has = seen.to().ratio("lanes.active", "lanes.issued");
    return Rule.moved(
        seen.cost(has, had),
        LEAST,
        SentenceNumbers.percent(has)
            + " of a wavefront's lanes are active instead of "
            + SentenceNumbers.percent(had));
  }
}
