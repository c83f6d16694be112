package io.lockstep.sweep.search.algorithm;

import java.util.List;

/**
 * The result of a proposal.
 *
 * @param proposal place and fidelity
 * @param scores of each objective, less is better; finite if feasible
 * @param feasible whether it is legal and has scores; otherwise it is never the best
 */
public record Trial(Proposal proposal, List<Double> scores, boolean feasible) {
  /**
   * Copies the scores.
   *
   * @param proposal place and fidelity
   * @param scores of each objective, less is better
   * @param feasible whether it is legal and has scores
   */
  public Trial {
    scores = List.copyOf(scores);
    if (feasible && !scores.stream().allMatch(Double::isFinite)) {
      throw new IllegalArgumentException(scores + " of " + proposal);
    }
  }

  /** The evaluated place. */
  SearchPlace place() {
    return proposal.place();
  }

  /**
   * {@return whether it is better in one objective and worse in none}
   *
   * @param other of the same objectives
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
