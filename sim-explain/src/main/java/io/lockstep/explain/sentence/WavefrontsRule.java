// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import io.lockstep.inspect.occupancy.OccupancyRow;
import io.lockstep.spi.occupancy.Need;
import java.util.Optional;

/**
 * Explains a factor by the number of resident wavefronts per unit, and by the kernel's resource
 * requirement that changed this number. Does not apply if the grid has too few work-groups to fill
 * the units.
 */
final class WavefrontsRule implements Rule {
  private static final double LEAST = 0.05;

  @Override
  public Optional<RuleFinding> find(Evidence seen) {
    RuleFinding most = null;
    int launches = Math.min(seen.last().occupancy().size(), seen.to().occupancy().size());
    for (int i = 0; i < launches; i++) {
      Optional<RuleFinding> one = of(seen, i, launches > 1);
      if (one.isPresent() && (most == null || Math.abs(one.get().cost()) > Math.abs(most.cost()))) {
        most = one.get();
      }
    }
    return Optional.ofNullable(most);
  }

  private static Optional<RuleFinding> of(Evidence seen, int launch, boolean several) {
    OccupancyRow before = seen.last().occupancy().get(launch);
    OccupancyRow after = seen.to().occupancy().get(launch);
    if (before.occupancy() == null || after.occupancy() == null) {
      return Optional.empty();
    }
    int had = before.occupancy().wavefronts();
    int has = after.occupancy().wavefronts();
    if (!isFilled(seen.to(), after.occupancy().groups())
        && !isFilled(seen.last(), before.occupancy().groups())) {
      return Optional.empty();
    }
    String kernel = several ? "kernel " + after.kernel() + ": " : "";
    return Rule.moved(
        seen.cost(has, had), LEAST, kernel + needs(before, after) + holds(seen, launch, had, has));
  }

  /** Whether a launch has more work-groups than all units hold at once. */
  private static boolean isFilled(State state, int groups) {
    double launch = state.ratio("work_groups", "launches");
    return launch > groups * (double) state.figure("unit.count").orElse(1);
  }

  /**
   * Describes the changed requirement of a work-group for the limiting resource; empty if the
   * requirement is unchanged.
   */
  private static String needs(OccupancyRow before, OccupancyRow after) {
    if (before.rules() == null || after.rules() == null) {
      return "";
    }
    for (Need need : after.rules().limits().needs()) {
      long took = before.rules().needs().amount(need);
      long takes = after.rules().needs().amount(need);
      if (takes != took && limits(need, before, after)) {
        String each = need.equals(Need.REGISTERS) ? " a work-item" : " a group";
        return "the code takes " + need.words(takes) + each + " instead of " + took + ", so that ";
      }
    }
    return "";
  }

  private static boolean limits(Need need, OccupancyRow before, OccupancyRow after) {
    return limit(before).contains(need.name()) || limit(after).contains(need.name());
  }

  private static String limit(OccupancyRow row) {
    return row.occupancy().limit();
  }

  private static String holds(Evidence seen, int launch, int had, int has) {
    String holds = "a unit holds " + has + " wavefronts instead of " + had;
    if (launch >= Math.min(seen.from().occupancy().size(), seen.first().occupancy().size())) {
      return holds;
    }
    OccupancyRow from = seen.from().occupancy().get(launch);
    OccupancyRow first = seen.first().occupancy().get(launch);
    if (from.occupancy() == null || first.occupancy() == null) {
      return holds;
    }
    int one = from.occupancy().wavefronts();
    int other = first.occupancy().wavefronts();
    if (one == had && other == has) {
      return holds;
    }
    return "a unit holds "
        + other
        + " wavefronts instead of "
        + one
        + (other == has ? "" : ", or " + has)
        + " (instead of "
        + had
        + " beside the other parameters of "
        + seen.to().spec().id()
        + ")";
  }
}
