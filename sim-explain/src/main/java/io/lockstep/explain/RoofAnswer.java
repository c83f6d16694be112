// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.ladder.Ladder;
import io.lockstep.explain.roof.Factor;
import io.lockstep.explain.roof.RoofComparison;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The parts of an explanation that exist only if two runs are compared by their roofs.
 *
 * @param ladder bottleneck decomposition of both runs
 * @param comparison comparison of the two runs by their largest roofs
 * @param devices names of both devices, as given by the user
 * @param toParameters all parameters of the second workload, with defaults
 * @param stopped reason why waits are not split by simulation; empty if waits are split
 */
public record RoofAnswer(
    Ladder ladder,
    RoofComparison comparison,
    Factor.Sides devices,
    String toWorkload,
    SortedMap<String, String> toParameters,
    String stopped) {
  public RoofAnswer {
    toParameters = Collections.unmodifiableSortedMap(new TreeMap<>(toParameters));
  }
}
