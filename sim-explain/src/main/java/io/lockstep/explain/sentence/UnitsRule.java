// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import java.util.Optional;

/**
 * Explains a factor by the number of work-groups on the fullest unit. Does not apply if the fullest
 * unit has as many work-groups before as after the change.
 */
final class UnitsRule implements Rule {
  private static final String COUNT = "unit.count";
  private static final double LEAST = 0.02;

  @Override
  public Optional<RuleFinding> find(Evidence seen) {
    if (!seen.changes().containsKey(COUNT)) {
      return Optional.empty();
    }
    double groups = seen.to().ratio("work_groups", "launches");
    double had = seen.last().spec().value(COUNT);
    double has = seen.to().spec().value(COUNT);
    double before = Math.ceil(groups / had);
    double after = Math.ceil(groups / has);
    return Rule.moved(
        seen.cost(before, after),
        LEAST,
        SentenceNumbers.number(has)
            + " units instead of "
            + SentenceNumbers.number(had)
            + ": of the "
            + SentenceNumbers.number(groups)
            + " work-groups of a launch the fullest has at least "
            + SentenceNumbers.number(after)
            + " instead of "
            + SentenceNumbers.number(before));
  }
}
