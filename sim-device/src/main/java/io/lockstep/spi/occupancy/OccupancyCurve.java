// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.occupancy;

import java.util.ArrayList;
import java.util.List;

/**
 * Residency over one variable, all else equal: a step function, given by the end of each step.
 *
 * @param over name of a {@link Need}, or {@link NextStep#GROUP_SIZE}
 * @param points in ascending order; above the last one not even one group fits
 */
public record OccupancyCurve(String over, List<Point> points) {
  /**
   * A step of the curve, from above the previous point's value up to this point's value.
   *
   * @param to the variable's highest value
   * @param fit groups, wavefronts and the limit at that value
   */
  public record Point(long to, UnitLimits.Fit fit) {}

  /**
   * Copies the list.
   *
   * @param over name of a {@link Need}, or {@link NextStep#GROUP_SIZE}
   * @param points in ascending order
   */
  public OccupancyCurve {
    points = List.copyOf(points);
  }

  /**
   * {@return residency over the size of a group: a point for each number of wavefronts}
   *
   * @param limits limits of the compute unit
   * @param needs needs of each group
   */
  public static OccupancyCurve overGroupSize(UnitLimits limits, Needs needs) {
    List<Point> points = new ArrayList<>();
    for (int size = limits.width(); ; size += limits.width()) {
      int here = Math.min(size, limits.largestGroup());
      UnitLimits.Fit fit = limits.fit(needs.withGroupSize(here));
      if (fit.groups() > 0) {
        points.add(new Point(here, fit));
      }
      if (here == limits.largestGroup()) {
        return new OccupancyCurve(NextStep.GROUP_SIZE, points);
      }
    }
  }

  /**
   * {@return residency over the amount of a need}
   *
   * @param limits limits of the compute unit
   * @param needs needs of each group
   * @param need the need that varies
   */
  public static OccupancyCurve over(UnitLimits limits, Needs needs, Need need) {
    List<Point> points = new ArrayList<>();
    UnitLimits.Fit at = limits.fit(needs.with(need, need.least()));
    while (at.groups() > 0) {
      long most = limits.most(needs, need, at.groups());
      points.add(new Point(most, limits.fit(needs.with(need, most))));
      if (most == Integer.MAX_VALUE) {
        break; // the need no longer matters
      }
      at = limits.fit(needs.with(need, most + 1));
    }
    return new OccupancyCurve(need.name(), points);
  }
}
