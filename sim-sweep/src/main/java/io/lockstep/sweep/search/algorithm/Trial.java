// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search.algorithm;

import java.util.List;

/**
 * The result of a proposal.
 *
 * @param scores score of each objective, less is better; finite if feasible
 * @param feasible whether the place is legal and has scores
 */
public record Trial(Proposal proposal, List<Double> scores, boolean feasible) {
  public Trial {
    scores = List.copyOf(scores);
    if (feasible && !scores.stream().allMatch(Double::isFinite)) {
      throw new IllegalArgumentException(scores + " of " + proposal);
    }
  }

  SearchPlace place() {
    return proposal.place();
  }

  /**
   * Returns whether this trial is better in one objective and worse in none. A feasible trial
   * dominates infeasible trials.
   */
  public boolean dominates(Trial other) {
    if (!feasible || !other.feasible) {
      return feasible;
    }
    boolean better = false;
    for (int i = 0; i < scores.size(); i++) {
      if (scores.get(i) > other.scores.get(i)) {
        return false;
      }
      better |= scores.get(i) < other.scores.get(i);
    }
    return better;
  }
}
