// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import java.util.Optional;

/** Explains a factor by the change of one statistic. Stateless. */
interface Rule {
  /** Returns the explanation; empty if the statistic did not change or cannot affect the time. */
  Optional<RuleFinding> find(Evidence seen);

  /** Returns a finding, if the cost is at least {@code least}. */
  static Optional<RuleFinding> moved(double cost, double least, String words) {
    return Math.abs(cost) < least ? Optional.empty() : Optional.of(new RuleFinding(cost, words));
  }
}
