// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import io.lockstep.run.format.CsvRows;
import io.lockstep.run.format.Fields;
import io.lockstep.run.format.JsonDocument;
import io.lockstep.study.point.Point;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;

/** The summary of a plan as fields. New fields may be added, but none renamed. */
public final class PlanFields {
  private static final Map<String, String> BEGINNINGS =
      Map.of("parameters", "param.", "set", "set.");

  private PlanFields() {}

  /**
   * {@return the complete document}
   *
   * @param version version of Lockstep
   * @param summary summary of the plan
   */
  public static String json(String version, PlanSummary summary) {
    return JsonDocument.of(
        version,
        json -> {
          json.number("points", summary.size().points());
          json.number("executions", summary.size().executions());
          json.number("duplicates", summary.size().duplicates());
          json.group(
              "estimate",
              to -> {
                PlanSummary.Estimate estimate = summary.estimate();
                to.number(
                    "thread_seconds",
                    estimate.isUnknown()
                        ? null
                        : BigDecimal.valueOf(estimate.seconds())
                            .setScale(3, RoundingMode.HALF_EVEN));
                to.number("points_known", estimate.points());
                to.number("points_to_simulate", estimate.of());
              });
          counts(json, "workloads", "workload", summary.byWorkload());
          counts(json, "devices", "device", summary.byDevice());
          json.list("first", summary.first(), PlanFields::point);
        });
  }

  private static void counts(Fields json, String list, String name, Map<String, Long> counts) {
    json.list(
        list,
        counts.entrySet(),
        (entry, to) -> {
          to.text(name, entry.getKey());
          to.number("points", entry.getValue());
        });
  }

  /**
   * {@return a line for each of the plan's first points}
   *
   * @param summary summary of the plan
   */
  public static String csv(PlanSummary summary) {
    CsvRows csv = CsvRows.all(BEGINNINGS, "point", "workload", "device", "phase");
    summary.first().forEach(point -> csv.row(to -> point(point, to)));
    return csv.text();
  }

  public static void point(Point point, Fields to) {
    to.number("point", point.index());
    to.text("workload", point.workload().toString());
    to.text("device", point.device());
    to.number("phase", point.phase());
    to.typed("parameters", point.parameters());
    to.typed("set", point.settings());
  }
}
