// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.experiment.Experiment;
import io.lockstep.explain.experiment.Variant;
import io.lockstep.explain.figures.FigureGroups;
import io.lockstep.explain.figures.Hybrids;
import io.lockstep.explain.figures.Side;
import io.lockstep.io.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the capability flags that affect code generation. A hybrid with the capabilities of both
 * devices can execute different code and so have different events.
 */
final class CodeFlags {
  private CodeFlags() {}

  /**
   * Returns the flags that change the simulation on either device; the remaining flags may be
   * enabled in all hybrids.
   */
  static Set<String> of(FigureGroups groups, Side from, Side to, Experiment experiment) {
    Set<String> all = groups.permissions().keySet();
    if (all.isEmpty() || isHarmless(all, groups, from, to, experiment)) {
      return Set.of();
    }
    Set<String> effective = new TreeSet<>();
    for (String one : all) {
      if (!isHarmless(Set.of(one), groups, from, to, experiment)) {
        effective.add(one);
      }
    }
    return effective;
  }

  private static boolean isHarmless(
      Set<String> union, FigureGroups groups, Side from, Side to, Experiment experiment) {
    List<Variant> own = new ArrayList<>();
    List<Variant> permitting = new ArrayList<>();
    try {
      for (Side side : List.of(from, to)) {
        Hybrids hybrids = new Hybrids(from, to, groups, side);
        own.add(hybrids.permitting(side == to, Set.of()));
        permitting.add(hybrids.permitting(side == to, union));
      }
    } catch (InputException e) {
      return false; // the flag requires other figures
    }
    experiment.run(own, 1);
    experiment.run(permitting, 1);
    for (int i = 0; i < own.size(); i++) {
      if (!experiment.isSame(own.get(i), permitting.get(i))) {
        return false;
      }
    }
    return true;
  }
}
