package io.lockstep.explain.sentence;

import java.util.Optional;

/** How many work-groups the fullest unit has. Silent where more units have as many each. */
final class UnitsRule implements Rule {
  private static final String COUNT = "unit.count";
  private static final double LEAST = 0.02;

  @Override
  public Optional<Finding> find(Evidence seen) {
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
        Words.number(has)
            + " units instead of "
            + Words.number(had)
            + ": of the "
            + Words.number(groups)
            + " work-groups of a launch the fullest has at least "
            + Words.number(after)
            + " instead of "
            + Words.number(before));
  }
}
