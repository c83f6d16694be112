// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.io.expression.Expression;
import io.lockstep.sweep.look.SweepAxis.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A sweep as a table of points with their places on axes and their values of figures, for report
 * pages.
 *
 * @param axes the quantities that vary
 * @param entries the points, in plan order
 */
public record SweepTable(List<SweepAxis> axes, List<Expression> figures, List<Entry> entries) {
  /**
   * A point.
   *
   * @param index index in the plan
   * @param places index of the point's value on each axis; -1 if the point has no value
   * @param values values of the figures; NaN if absent
   */
  public record Entry(long index, int[] places, double[] values) {}

  public SweepTable {
    axes = List.copyOf(axes);
    figures = List.copyOf(figures);
    entries = List.copyOf(entries);
  }

  /** Builds a table. Only points with correct results have values of the figures. */
  public static SweepTable of(SweepRows rows, List<Expression> figures) {
    figures.forEach(rows::check);
    Map<String, AxisValues> all = new LinkedHashMap<>();
    all.put("workload", new AxisValues("workload", Kind.WORKLOAD));
    rows.forEach(
        row ->
            row.parameters()
                .keySet()
                .forEach(n -> add(all, RowNames.PARAMETER, n, Kind.PARAMETER)));
    rows.forEach(
        row -> row.settings().keySet().forEach(n -> add(all, RowNames.SETTING, n, Kind.SETTING)));
    all.put("device", new AxisValues("device", Kind.DEVICE));
    all.put("phase", new AxisValues("phase", Kind.PHASE));
    rows.forEach(row -> all.forEach((key, axis) -> axis.see(value(row, key))));
    all.values().removeIf(axis -> !axis.varies());
    List<SweepAxis> axes = all.values().stream().map(AxisValues::axis).toList();
    List<Reading> readings = figures.stream().map(Reading::new).toList();
    List<Entry> entries = new ArrayList<>();
    rows.forEach(
        row -> {
          int[] places = new int[all.size()];
          int at = 0;
          for (Map.Entry<String, AxisValues> e : all.entrySet()) {
            places[at++] = e.getValue().place(value(row, e.getKey()));
          }
          double[] values = new double[figures.size()];
          for (int i = 0; i < values.length; i++) {
            BigDecimal value = row.isOk() ? readings.get(i).number(row) : null;
            values[i] = value == null ? Double.NaN : value.doubleValue();
          }
          entries.add(new Entry(row.point().index(), places, values));
        });
    return new SweepTable(axes, figures, entries);
  }

  /** Adds an axis; a figure with the same name as a parameter keeps its prefix. */
  private static void add(Map<String, AxisValues> all, String beginning, String name, Kind kind) {
    boolean taken = kind == Kind.SETTING && all.containsKey(RowNames.PARAMETER + name);
    String key = beginning + name;
    all.computeIfAbsent(key, k -> new AxisValues(taken ? key : name, kind));
  }

  private static String value(PointRow row, String key) {
    if (key.startsWith(RowNames.PARAMETER)) {
      return row.parameters().get(key.substring(RowNames.PARAMETER.length()));
    }
    if (key.startsWith(RowNames.SETTING)) {
      return row.settings().get(key.substring(RowNames.SETTING.length()));
    }
    return Expression.text(row.value(key));
  }

  /** Returns the index of the only axis of a kind; -1 if there is none. */
  public int axis(Kind kind) {
    for (int i = 0; i < axes.size(); i++) {
      if (axes.get(i).kind() == kind) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns a copy in other units.
   *
   * @param factors factor of each figure
   */
  public SweepTable scaled(double[] factors) {
    List<Entry> scaled = new ArrayList<>();
    for (Entry e : entries) {
      double[] values = e.values.clone();
      for (int i = 0; i < values.length; i++) {
        values[i] *= factors[i];
      }
      scaled.add(new Entry(e.index, e.places, values));
    }
    return new SweepTable(axes, figures, scaled);
  }
}
