// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.occupancy;

import io.lockstep.run.format.CsvRows;
import io.lockstep.run.format.Fields;
import io.lockstep.run.format.JsonDocument;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.NextStep;
import io.lockstep.spi.occupancy.OccupancyCurve;
import io.lockstep.spi.occupancy.Resource;
import io.lockstep.spi.occupancy.UnitLimits;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes occupancy as fields. */
public final class OccupancyFields {
  private OccupancyFields() {}

  public static String json(String version, List<OccupancyRow> rows) {
    return JsonDocument.of(
        version,
        json ->
            json.list(
                "occupancy",
                rows,
                (row, to) -> {
                  row(row, to);
                  if (row.rules() != null) {
                    rules(row, to);
                  }
                }));
  }

  /**
   * {@return rows, or the points of their curves, as CSV}
   *
   * @param rows rows in order
   * @param curves whether to write points instead of rows
   */
  public static String csv(List<OccupancyRow> rows, boolean curves) {
    CsvRows csv = CsvRows.all(Map.of());
    for (OccupancyRow row : rows) {
      if (!curves) {
        csv.row(to -> row(row, to));
      } else {
        points(row).forEach(p -> csv.row(to -> point(p, to)));
      }
    }
    return csv.text();
  }

  /**
   * Writes the fields of every row; some are unknown if the device refuses or fails.
   *
   * @param row row of one launch shape on one device
   * @param to receives the fields
   */
  public static void row(OccupancyRow row, Fields to) {
    Occupancy o = row.occupancy();
    to.text("device", row.device());
    to.text("kernel", row.kernel().isEmpty() ? null : row.kernel());
    if (o == null) {
      for (String name : List.of("groups", "wavefronts", "limit", "next")) {
        to.text(name, null);
      }
    } else {
      to.number("groups", o.groups());
      to.number("wavefronts", o.wavefronts());
      to.text("limit", o.limit());
      to.text("next", row.next());
    }
    to.text("status", row.status().name().toLowerCase(Locale.ROOT));
    to.text("message", row.message());
    to.number("launches", row.launches());
    to.number("group_size", row.groupSize());
    if (o == null) {
      for (String name : List.of("wavefronts_per_group", "maximum", "occupancy")) {
        to.text(name, null);
      }
    } else {
      to.number("wavefronts_per_group", o.wavefrontsPerGroup());
      to.number("maximum", o.maximum());
      to.ratio("occupancy", o.wavefronts(), o.maximum());
    }
  }

  private static void rules(OccupancyRow row, Fields to) {
    OccupancyRow.Rules rules = row.rules();
    UnitLimits limits = rules.limits();
    int wavefronts = limits.wavefronts(rules.needs().groupSize());
    to.group(
        "needs",
        all -> {
          for (Need need : limits.needs()) {
            all.number(need.name(), rules.needs().amount(need));
          }
        });
    to.list(
        "resources",
        limits.resources(),
        (resource, r) -> {
          int groups = resource.groups(rules.needs(), wavefronts);
          r.text("resource", resource.name());
          r.number("capacity", resource.total());
          r.number("taken_per_group", resource.ofGroup(rules.needs(), wavefronts));
          r.number("granule", resource.charge().granule());
          if (groups == Integer.MAX_VALUE) {
            r.text("groups", null);
          } else {
            r.number("groups", groups);
          }
        });
    if (rules.next().isPresent()) {
      NextStep next = rules.next().get();
      to.group(
          "step",
          step -> {
            step.list(
                "changes",
                next.changes(),
                (change, c) -> {
                  c.text("of", change.name());
                  c.number("from", change.from());
                  c.number("to", change.to());
                });
            step.number("groups", next.groups());
            step.number("wavefronts", next.wavefronts());
          });
    } else {
      to.text("step", null);
    }
    if (!rules.curves().isEmpty()) {
      to.list(
          "curves",
          rules.curves(),
          (curve, c) -> {
            c.text("over", curve.over());
            c.list(
                "points",
                curve.points(),
                (point, p) -> {
                  number(p, point.to());
                  figures(point.fit(), limits, p);
                });
          });
    }
  }

  /** A point of a row's curves. */
  public record RowPoint(OccupancyRow row, OccupancyCurve curve, OccupancyCurve.Point point) {}

  public static List<RowPoint> points(OccupancyRow row) {
    return row.rules() == null
        ? List.of()
        : row.rules().curves().stream()
            .flatMap(c -> c.points().stream().map(p -> new RowPoint(row, c, p)))
            .toList();
  }

  /** Writes a point as a separate row. */
  public static void point(RowPoint p, Fields to) {
    to.text("device", p.row().device());
    to.text("kernel", p.row().kernel().isEmpty() ? null : p.row().kernel());
    to.text("over", p.curve().over());
    number(to, p.point().to());
    figures(p.point().fit(), p.row().rules().limits(), to);
  }

  private static void number(Fields to, long value) {
    if (value == Integer.MAX_VALUE) {
      to.text("to", null); // no upper bound
    } else {
      to.number("to", value);
    }
  }

  private static void figures(UnitLimits.Fit fit, UnitLimits limits, Fields to) {
    Resource limit = fit.limit();
    to.number("groups", fit.groups());
    to.number("wavefronts", fit.wavefronts());
    to.ratio("occupancy", fit.wavefronts(), limits.maximum());
    to.text("limit", limit.name());
  }
}
