package io.lockstep.report.sweep;

import io.lockstep.report.page.Markup;
import java.util.ArrayList;
import java.util.List;

/**
 * A figure over two axes as a table with shades: of the points that lie in one cell the least. The
 * page's script makes it anew for other axes, figures and summaries, in the same way. Immutable.
 */
final class HeatMap {
  private static final int SHADES = 5;

  /** In which order statuses are said where a cell has no figure. */
  private static final List<String> STATUSES = List.of("refused", "failed", "wrong", "missing");

  private final SweepGrid grid;
  private final int across;
  private final int down;
  private final int workload; // axis of which only the first value is shown; -1 for none

  HeatMap(SweepGrid grid) {
    this.grid = grid;
    List<Integer> axes = new ArrayList<>();
    for (GridAxis.Kind kind : GridAxis.Kind.values()) {
      for (int i = 0; i < grid.axes().size(); i++) {
        if (grid.axes().get(i).kind() == kind) {
          axes.add(i);
        }
      }
    }
    int of = grid.axis(GridAxis.Kind.WORKLOAD).orElse(-1);
    int[] pair = pair(axes, of);
    across = pair[0];
    down = pair[1];
    workload = of == across || of == down ? -1 : of;
  }

  /** The first two axes that vary together: workloads have parameters of their own. */
  private int[] pair(List<Integer> axes, int of) {
    for (int i = 0; i < axes.size(); i++) {
      for (int k = i + 1; k < axes.size(); k++) {
        int x = axes.get(i);
        int y = axes.get(k);
        boolean alone = of < 0 || of == x || of == y;
        for (GridPoint p : grid.points()) {
          int[] at = p.places();
          if (at[x] >= 0 && at[y] >= 0 && (alone || at[of] == 0)) {
            return new int[] {x, y};
          }
        }
      }
    }
    return new int[] {axes.isEmpty() ? -1 : axes.get(0), axes.size() < 2 ? -1 : axes.get(1)};
  }

  /** Whether there are two axes to draw it over. */
  boolean isThere() {
    return down >= 0;
  }

  private record Cell(double value, String status) {}

  private Cell cell(int x, int y) {
    double least = Double.NaN;
    boolean[] seen = new boolean[STATUSES.size()];
    for (GridPoint p : grid.points()) {
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

  void write(Markup page, boolean live) {
    GridAxis x = grid.axes().get(across);
    GridAxis y = grid.axes().get(down);
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
    page.raw("<div id=\"heatbox\" class=\"scroll\" role=\"region\" tabindex=\"0\" ");
    page.raw("aria-labelledby=\"heat-c\">\n");
    page.raw("<table id=\"heat\" class=\"heat\"").raw(live ? " data-live=\"yes\"" : "");
    page.raw(" data-x=\"" + across + "\" data-y=\"" + down + "\">");
    page.element("caption id=\"heat-c\"", caption()).raw("\n<thead><tr><th scope=\"col\">");
    page.text(y.name() + " \\ " + x.name()).raw("</th>");
    x.values().forEach(v -> page.element("th scope=\"col\" class=\"n\"", v));
    page.raw("</tr></thead>\n<tbody>\n");
    for (int r = 0; r < cells.length; r++) {
      page.raw("<tr>").element("th scope=\"row\"", y.values().get(r));
      for (Cell cell : cells[r]) {
        if (Double.isNaN(cell.value)) {
          page.element("td class=\"gap\"", cell.status);
        } else {
          String shade = shade(cell.value, low, high);
          String attributes = shade.isEmpty() ? "" : " class=\"" + shade + "\"";
          page.element("td" + attributes, ShortNumber.of(cell.value));
        }
      }
      page.raw("</tr>\n");
    }
    page.raw("</tbody>\n</table>\n</div>\n");
  }

  private String caption() {
    String of = workload < 0 ? "" : " of " + grid.axes().get(workload).values().get(0);
    return grid.figures().get(0)
        + of
        + ", least of the points in each cell; the stronger the colour the more";
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
