package io.lockstep.explain.sentence;

import java.util.Optional;

/**
 * Which share of the lanes of issued wavefronts works: branches leave lanes idle, and so do
 * wavefronts that are not full. Depends on which work-items share a wavefront. Silent where the
 * share moves the number of issued wavefronts by less than a fiftieth.
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
