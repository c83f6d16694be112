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
 * @param size counts of the whole
 * @param byWorkload points of each workload, by path, in the plan's order
 * @param byDevice points of each device, in the plan's order
 * @param first the first points
 * @param estimate estimated time
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
   * @param points of the plan
   * @param executions workloads with different parameters, each executed once for all its points
   * @param duplicates points equal to an earlier one, which are not simulated again
   */
  public record Size(long points, long executions, long duplicates) {}

  /**
   * The estimated time, from earlier measurements.
   *
   * @param points of which something is known; duplicates count as nothing
   * @param of points that are to be simulated, duplicates left out
   * @param seconds of one thread for the known ones
   */
  public record Estimate(long points, long of, double seconds) {
    /** {@return whether nothing is known} */
    public boolean isUnknown() {
      return points == 0;
    }
  }

  /**
   * Iterates over a plan once; needs eight to sixteen bytes per point.
   *
   * @param plan any plan
   * @param shown number of first points to keep
   * @param times earlier measurements; may be empty
   * @return the summary
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
