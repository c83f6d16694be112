// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import io.lockstep.study.point.Point;
import io.lockstep.sweep.point.Plan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The extent of a plan, before any run.
 *
 * @param byWorkload number of points by workload path, in plan order
 * @param byDevice number of points by device, in plan order
 * @param first the first points of the plan
 */
public record PlanSummary(
    Size size,
    Map<String, Long> byWorkload,
    Map<String, Long> byDevice,
    List<Point> first,
    Estimate estimate) {
  /**
   * Counts of a plan.
   *
   * @param executions number of distinct pairs of workload and parameters; each is executed once
   *     for all its points
   * @param duplicates number of points equal to an earlier point, whose result is reused
   */
  public record Size(long points, long executions, long duplicates) {}

  /**
   * The estimated time, from earlier measurements.
   *
   * @param points number of points with an estimate, without duplicates
   * @param of number of points to simulate, without duplicates
   * @param seconds single-thread time for the points with an estimate
   */
  public record Estimate(long points, long of, double seconds) {
    public boolean isUnknown() {
      return points == 0;
    }
  }

  /**
   * Iterates over a plan once; needs eight to sixteen bytes per point.
   *
   * @param shown number of first points to keep
   * @param times earlier measurements; may be empty
   */
  public static PlanSummary of(Plan plan, int shown, WallTimes times) {
    Map<String, Long> workloads = new LinkedHashMap<>();
    Map<String, Long> devices = new LinkedHashMap<>();
    List<Point> first = new ArrayList<>();
    PointSet programs = new PointSet();
    PointSet points = new PointSet();
    long duplicates = 0;
    long known = 0;
    double micros = 0;
    for (Point point : plan) {
      workloads.merge(point.workload().toString(), 1L, Long::sum);
      devices.merge(point.device(), 1L, Long::sum);
      if (first.size() < shown) {
        first.add(point);
      }
      programs.add(PointSet.program(point));
      if (!points.add(PointSet.whole(point))) {
        duplicates++;
        continue;
      }
      OptionalDouble taken = times.micros(point);
      if (taken.isPresent()) {
        known++;
        micros += taken.getAsDouble();
      }
    }
    return new PlanSummary(
        new Size(plan.size(), programs.size(), duplicates),
        workloads,
        devices,
        first,
        new Estimate(known, plan.size() - duplicates, micros / 1e6));
  }
}
