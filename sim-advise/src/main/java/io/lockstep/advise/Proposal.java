// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A finding of a rule, before its gain is known.
 *
 * @param finding the problem, in one sentence
 * @param change what a programmer can change, in one sentence
 * @param evidence two or three numbers by name
 * @param remedies ways to simulate the change; the largest gain counts. Empty if no simulation is
 *     possible, so that the advice states no gain
 * @param promise estimated fraction of the time that could be saved, from 0 to 1; more promising
 *     proposals are simulated first
 */
public record Proposal(
    Place place,
    String finding,
    String change,
    SortedMap<String, Double> evidence,
    List<Remedy> remedies,
    double promise) {
  public Proposal {
    evidence = Collections.unmodifiableSortedMap(new TreeMap<>(evidence));
    remedies = List.copyOf(remedies);
  }
}
