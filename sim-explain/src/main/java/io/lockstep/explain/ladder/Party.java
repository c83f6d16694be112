// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.ladder;

import io.lockstep.explain.experiment.Experiment;
import io.lockstep.explain.figures.Side;
import io.lockstep.spi.spec.Ideal;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One of the two runs whose times are compared.
 *
 * @param name name of the run in sentences
 * @param experiment simulates the program on variants
 * @param roof name of the resource with the largest roof, a lower bound of the time
 * @param picos time of this roof in picoseconds
 * @param own parts that form this roof and are therefore not waits
 * @param uneven factors by which load imbalance prolongs the roof's time, by name of the step
 */
public record Party(
    String name,
    Side side,
    Experiment experiment,
    String roof,
    double picos,
    Set<Ideal> own,
    SortedMap<String, Double> uneven) {
  public Party {
    own = Set.copyOf(own);
    uneven = Collections.unmodifiableSortedMap(new TreeMap<>(uneven));
  }

  /** Returns the cost of the load imbalance of a step; 1 if the run has none. */
  Cost uneven(String step) {
    return Cost.exactly(uneven.getOrDefault(step, 1.0));
  }

  /** Returns the product of all load-imbalance factors. */
  double allUneven() {
    return uneven.values().stream().reduce(1.0, (all, one) -> all * one);
  }

  /** Returns the names of the load-imbalance steps of both runs. */
  static Set<String> names(Party one, Party other) {
    Map<String, Double> all = new TreeMap<>(one.uneven);
    all.putAll(other.uneven);
    return all.keySet();
  }
}
