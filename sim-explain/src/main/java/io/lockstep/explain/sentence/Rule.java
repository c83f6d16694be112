package io.lockstep.explain.sentence;

import java.util.Optional;

/** Looks at one statistic and says what became of it. Stateless. */
interface Rule {
  /** What it has to say of a factor; empty if its statistic stayed, or cannot matter. */
  Optional<RuleFinding> find(Evidence seen);

  /** A finding, if the statistic moved by at least so much. */
  static Optional<RuleFinding> moved(double cost, double least, String words) {
    return Math.abs(cost) < least ? Optional.empty() : Optional.of(new RuleFinding(cost, words));
  }
}
