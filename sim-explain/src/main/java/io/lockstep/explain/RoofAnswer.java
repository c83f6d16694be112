package io.lockstep.explain;

import io.lockstep.explain.roof.RoofComparison;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an explanation by roofs has beside its factors.
 *
 * @param comparison the two runs by their largest roofs
 * @param devices names of both devices, as they were named
 * @param toWorkload name of the second run's workload
 * @param toParameters all of its parameters
 * @param stopped why the waits are not split by simulation; empty if they are
 */
public record RoofAnswer(
    RoofComparison comparison,
    Reason.Sides devices,
    String toWorkload,
    SortedMap<String, String> toParameters,
    String stopped) {
  /**
   * Copies the parameters.
   *
   * @param comparison the two runs by their largest roofs
   * @param devices names of both devices
   * @param toWorkload name of the second run's workload
   * @param toParameters all of its parameters
   * @param stopped why the waits are not split by simulation, or empty
   */
  public RoofAnswer {
    toParameters = Collections.unmodifiableSortedMap(new TreeMap<>(toParameters));
  }
}
