// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.occupancy;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.NextStep;
import io.lockstep.spi.occupancy.UnitLimits;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Values that replace a kernel's needs, and requested curves. Immutable.
 *
 * @param groupSize work-items per group, or 0 for the group size of the launch
 * @param amounts values by name of a {@link Need}
 * @param curves names of {@link Need}s, or {@link NextStep#GROUP_SIZE}
 */
public record WhatIf(int groupSize, Map<String, Long> amounts, List<String> curves) {
  public WhatIf {
    amounts = Map.copyOf(amounts);
    curves = List.copyOf(curves);
  }

  public static WhatIf none() {
    return new WhatIf(0, Map.of(), List.of());
  }

  Needs of(UnitLimits limits, Needs own) {
    Needs changed = groupSize == 0 ? own : own.withGroupSize(groupSize);
    for (Need need : limits.needs()) {
      Long amount = amounts.get(need.name());
      changed = amount == null ? changed : changed.with(need, amount);
    }
    return changed;
  }

  void requireKnown(Map<String, UnitLimits> all) {
    TreeSet<String> known = new TreeSet<>();
    all.values().forEach(limits -> known.addAll(limits.needNames()));
    requireKnown("--need", amounts.keySet(), known);
    known.add(NextStep.GROUP_SIZE);
    requireKnown("--curve", curves, known);
  }

  private static void requireKnown(String option, Iterable<String> asked, TreeSet<String> known) {
    for (String name : asked) {
      if (!known.contains(name)) {
        throw new InputException(
            option, "no device that is asked knows '" + name + "'" + Suggestions.hint(name, known));
      }
    }
  }
}
