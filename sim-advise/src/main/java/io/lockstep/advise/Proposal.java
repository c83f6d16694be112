package io.lockstep.advise;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a rule found, before its gain is known.
 *
 * @param place kernel and line
 * @param finding what happens, one sentence
 * @param change what a programmer can change, one sentence
 * @param evidence two or three numbers by name
 * @param remedies ways to find the gain by simulation, of which the best counts; none if the change
 *     cannot be simulated, so that the advice states no number
 * @param promise estimated part of the time that could be saved, from 0 to 1: the larger, the
 *     earlier it is simulated
 */
public record Proposal(
    Place place,
    String finding,
    String change,
    SortedMap<String, Double> evidence,
    List<Remedy> remedies,
    double promise) {
  /**
   * Copies the collections.
   *
   * @param place kernel and line
   * @param finding what happens, one sentence
   * @param change what a programmer can change, one sentence
   * @param evidence two or three numbers by name
   * @param remedies ways to find the gain
   * @param promise estimated part of the time that could be saved
   */
  public Proposal {
    evidence = Collections.unmodifiableSortedMap(new TreeMap<>(evidence));
    remedies = List.copyOf(remedies);
  }
}
