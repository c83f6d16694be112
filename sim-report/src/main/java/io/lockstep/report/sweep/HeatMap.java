// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.sweep;

import io.lockstep.report.page.Element;
import io.lockstep.sweep.look.SweepAxis;
import io.lockstep.sweep.look.SweepAxis.Kind;
import io.lockstep.sweep.look.SweepTable;
import java.util.ArrayList;
import java.util.List;

/**
 * A heat map of a metric over two axes, as a shaded table. A cell shows the minimum over its
 * points. The page's script redraws the map in the same way for other axes, metrics and summaries.
 */
final class HeatMap {
  private static final int SHADES = 5;

  /** Statuses in the order in which a cell without a value lists them. */
  private static final List<String> STATUSES = List.of("refused", "failed", "wrong", "missing");

  /** Kinds of axes in order of preference. */
  private static final List<Kind> ORDER =
      List.of(Kind.PARAMETER, Kind.SETTING, Kind.DEVICE, Kind.PHASE, Kind.WORKLOAD);

  private final SweepTable grid;
  private final String figure;
  private final int across;
  private final int down;
  private final int workload; // axis restricted to its first value; -1 for none

  HeatMap(SweepTable grid, String figure) {
    this.grid = grid;
    this.figure = figure;
    List<Integer> axes = new ArrayList<>();
    for (Kind kind : ORDER) {
      for (int i = 0; i < grid.axes().size(); i++) {
        if (grid.axes().get(i).kind() == kind) {
          axes.add(i);
        }
      }
    }
    int of = grid.axis(Kind.WORKLOAD);
    int[] pair = pair(axes, of);
    across = pair[0];
    down = pair[1];
    workload = of == across || of == down ? -1 : of;
  }

  /** Returns the first two axes that vary together. Axes of different workloads do not. */
  private int[] pair(List<Integer> axes, int of) {
    for (int i = 0; i < axes.size(); i++) {
      for (int k = i + 1; k < axes.size(); k++) {
        int x = axes.get(i);
        int y = axes.get(k);
        boolean alone = of < 0 || of == x || of == y;
        for (SweepTable.Entry p : grid.entries()) {
          int[] at = p.places();
          if (at[x] >= 0 && at[y] >= 0 && (alone || at[of] == 0)) {
            return new int[] {x, y};
          }
        }
      }
    }
    return new int[] {axes.isEmpty() ? -1 : axes.get(0), axes.size() < 2 ? -1 : axes.get(1)};
  }

  long points() {
    return grid.entries().size();
  }

  boolean isThere() {
    return down >= 0;
  }

  private record Cell(double value, String status) {}

  private Cell cell(int x, int y) {
    double least = Double.NaN;
    boolean[] seen = new boolean[STATUSES.size()];
    for (SweepTable.Entry p : grid.entries()) {
      if (p.places()[across] == x
          && p.places()[down] == y
          && (workload < 0 || p.places()[workload] == 0)) {
        double value = p.values()[0];
        if (!Double.isNaN(value)) {
          least = Double.isNaN(least) ? value : Math.min(least, value);
        } else if (STATUSES.contains(p.status())) {
          seen[STATUSES.indexOf(p.status())] = true;
        }
      }
    }
    List<String> words = new ArrayList<>();
    for (int i = 0; i < seen.length; i++) {
      if (seen[i]) {
        words.add(STATUSES.get(i));
      }
    }
    return new Cell(least, words.isEmpty() ? "–" : String.join(", ", words));
  }

  void write(Element page, boolean live) {
    SweepAxis x = grid.axes().get(across);
    SweepAxis y = grid.axes().get(down);
    Cell[][] cells = new Cell[y.values().size()][x.values().size()];
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int r = 0; r < cells.length; r++) {
      for (int c = 0; c < cells[r].length; c++) {
        cells[r][c] = cell(c, r);
        if (!Double.isNaN(cells[r][c].value)) {
          low = Math.min(low, cells[r][c].value);
          high = Math.max(high, cells[r][c].value);
        }
      }
    }
    Element box = page.child("div.scroll").with("id", "heatbox").with("role", "region");
    Element table = box.with("tabindex", 0).with("aria-labelledby", "heat-c").child("table.heat");
    table.with("id", "heat").with("data-live", live ? "yes" : null);
    table.with("data-x", across).with("data-y", down);
    table.child("caption", caption()).with("id", "heat-c");
    Element head = table.child("thead").child("tr");
    head.child("th", y.name() + " \\ " + x.name()).with("scope", "col");
    x.values().forEach(v -> head.child("th.n", v).with("scope", "col"));
    Element body = table.child("tbody");
    for (int r = 0; r < cells.length; r++) {
      Element row = body.child("tr");
      row.child("th", y.values().get(r)).with("scope", "row");
      for (Cell cell : cells[r]) {
        if (Double.isNaN(cell.value)) {
          row.child("td.gap", cell.status);
        } else {
          row.child("td", ShortNumber.of(cell.value)).classed(shade(cell.value, low, high));
        }
      }
    }
  }

  private String caption() {
    String of = workload < 0 ? "" : " of " + grid.axes().get(workload).values().get(0);
    return figure + of + ", minimum of the points in each cell; darker means more";
  }

  private static String shade(double value, double low, double high) {
    if (!(high > low)) {
      return "";
    }
    double share =
        low > 0
            ? (StrictMath.log(value) - StrictMath.log(low))
                / (StrictMath.log(high) - StrictMath.log(low))
            : (value - low) / (high - low);
    return "h" + Math.min(SHADES, 1 + (int) Math.floor(SHADES * share + 1e-9));
  }
}
