// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search.algorithm;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** What an algorithm has looked at of a function that costs nothing. */
final class Played {
  final List<Trial> trials = new ArrayList<>();

  /**
   * Plays to the end of a budget.
   *
   * @param function scores of a place; none where it is infeasible
   */
  static Played play(Algorithm algorithm, int budget, Function<Proposal, List<Double>> function) {
    Played played = new Played();
    Set<Proposal> seen = new HashSet<>();
    while (played.trials.size() < budget) {
      List<Proposal> next = algorithm.next(played.trials, budget - played.trials.size());
      if (next.isEmpty()) {
        break;
      }
      List<Trial> told = new ArrayList<>();
      for (Proposal proposal : next) {
        if (!seen.add(proposal)) {
          throw new AssertionError("twice " + proposal);
        }
        List<Double> scores = function.apply(proposal);
        told.add(new Trial(proposal, scores, !scores.isEmpty()));
      }
      played.trials.addAll(told);
    }
    return played;
  }

  /** The least score of the first objective at a fidelity. */
  double least(int rung) {
    return trials.stream()
        .filter(t -> t.feasible() && t.proposal().rung() == rung)
        .mapToDouble(t -> t.scores().get(0))
        .min()
        .orElse(Double.NaN);
  }

  /** The number of the first trial, from 1, that has a score; 0 where none has. */
  int first(double score) {
    for (int i = 0; i < trials.size(); i++) {
      if (trials.get(i).feasible() && trials.get(i).scores().get(0) <= score) {
        return i + 1;
      }
    }
    return 0;
  }
}
