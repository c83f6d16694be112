package io.lockstep.sweep.look;

import io.lockstep.io.expression.Expression;
import io.lockstep.sweep.look.SweepAxis.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A sweep as places on its axes with figures: what pages draw and effects are computed from.
 *
 * @param axes what varies
 * @param figures of each point
 * @param entries the points, in the plan's order
 */
public record SweepTable(List<SweepAxis> axes, List<Expression> figures, List<Entry> entries) {
  /**
   * A point.
   *
   * @param index in the plan
   * @param places index of its value on each axis; -1 if it has none
   * @param status as in results
   * @param values of the figures; not a number if it has none
   */
  public record Entry(long index, int[] places, String status, double[] values) {}

  /**
   * Copies the lists.
   *
   * @param axes what varies
   * @param figures of each point
   * @param entries the points
   */
  public SweepTable {
    axes = List.copyOf(axes);
    figures = List.copyOf(figures);
    entries = List.copyOf(entries);
  }

  /**
   * Creates a table.
   *
   * @param rows of the sweep
   * @param figures of each point with correct results
   * @return the table
   */
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
          entries.add(new Entry(row.point().index(), places, row.status(), values));
        });
    return new SweepTable(axes, figures, entries);
  }

  /** A figure that has the name of a parameter keeps its beginning. */
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

  /**
   * {@return the number of the axis of a kind; -1 if there is none}
   *
   * @param kind of which there is at most one
   */
  public int axis(Kind kind) {
    for (int i = 0; i < axes.size(); i++) {
      if (axes.get(i).kind() == kind) {
        return i;
      }
    }
    return -1;
  }

  /**
   * {@return the same in other units}
   *
   * @param factors of each figure
   */
  public SweepTable scaled(double[] factors) {
    List<Entry> scaled = new ArrayList<>();
    for (Entry e : entries) {
      double[] values = e.values.clone();
      for (int i = 0; i < values.length; i++) {
        values[i] *= factors[i];
      }
      scaled.add(new Entry(e.index, e.places, e.status, values));
    }
    return new SweepTable(axes, figures, scaled);
  }
}
