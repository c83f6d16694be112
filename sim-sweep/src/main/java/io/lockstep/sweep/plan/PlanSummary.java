// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import io.lockstep.run.answer.Answer;
import io.lockstep.study.point.Point;
import io.lockstep.sweep.point.Plan;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

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
  /** Declares the number of points of a workload. */
  public static final Answer<Map.Entry<String, Long>> WORKLOADS =
      counts("workload", "Path of the workload file.");

  /** Declares the number of points of a device. */
  public static final Answer<Map.Entry<String, Long>> DEVICES = counts("device", "");

  /** Declares the output of {@code sweep --dry-run}. */
  public static final Answer<PlanSummary> ANSWER =
      Answer.<PlanSummary>of("Plan of a sweep", "Output of sweep --dry-run with --format json.")
          .integer("points", "Points of the plan.", s -> s.size.points)
          .integer(
              "executions", "Distinct pairs of workload and parameters.", s -> s.size.executions)
          .integer("duplicates", "Points equal to an earlier point.", s -> s.size.duplicates)
          .group("estimate", "Estimated simulation time.", s -> s.estimate, Estimate.ANSWER)
          .list("workloads", "In plan order.", s -> s.byWorkload.entrySet(), WORKLOADS)
          .list("devices", "In plan order.", s -> s.byDevice.entrySet(), DEVICES)
          .list("first", "The first points of the plan.", s -> s.first, points(true));

  /**
   * {@return the declaration of points}
   *
   * @param isPhaseShown whether the table has the launch phase
   */
  private static Answer<Point> points(boolean isPhaseShown) {
    return Answer.<Point>part()
        .integer("point", "Index in the plan, from 0.", Point::index)
        .text("workload", "Path of the workload file.", p -> p.workload().toString())
        .text("device", "", Point::device)
        .integer("phase", "Launch phase.", Point::phase)
        .typed("parameters", "Parameters of the workload that the sweep sets.", Point::parameters)
        .typed("set", "Parameters of the device that the sweep sets.", Point::settings)
        .column(">point", p -> Long.toString(p.index()))
        .column("workload", p -> p.workload().getFileName().toString())
        .column("parameters", p -> words(p.parameters()))
        .column("device", p -> name(p.device()))
        .column("set", p -> words(p.settings()))
        .column(">phase", p -> isPhaseShown ? Integer.toString(p.phase()) : "")
        .lessImportant("phase", "set", "parameters");
  }

  private static Answer<Map.Entry<String, Long>> counts(String name, String meaning) {
    return Answer.<Map.Entry<String, Long>>part()
        .text(name, meaning, Map.Entry::getKey)
        .integer("points", "", Map.Entry::getValue)
        .column(name, e -> name(e.getKey()))
        .column(">points", e -> String.format(Locale.ROOT, "%,d", e.getValue()));
  }

  private static String name(String text) {
    return text.contains("/") ? Path.of(text).getFileName().toString() : text;
  }

  private static String words(Map<String, String> values) {
    return values.entrySet().stream()
        .map(e -> e.getKey() + "=" + e.getValue())
        .collect(Collectors.joining(" "));
  }

  /** {@return the declaration of the first points, with launch phases if they differ from 0} */
  public Answer<Point> points() {
    return points(first.stream().anyMatch(p -> p.phase() > 0));
  }

  /** {@return CSV text with a line for each of the first points} */
  public String csv() {
    return points().csvOfAll(Map.of("parameters", "param.", "set", "set."), first);
  }

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
    static final Answer<Estimate> ANSWER =
        Answer.<Estimate>part()
            .numberOrNull("thread_seconds", "Time on one thread, if known.", Estimate::rounded)
            .integer("points_known", "Points with an estimate.", e -> e.points)
            .integer("points_to_simulate", "Points without duplicates.", e -> e.of);

    private BigDecimal rounded() {
      return isUnknown() ? null : BigDecimal.valueOf(seconds).setScale(3, RoundingMode.HALF_EVEN);
    }

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
