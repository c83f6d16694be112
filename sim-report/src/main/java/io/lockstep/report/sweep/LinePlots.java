// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.sweep;

import io.lockstep.report.page.Element;
import io.lockstep.report.page.LogAxis;
import io.lockstep.report.page.Palette;
import io.lockstep.report.page.PathData;
import io.lockstep.sweep.look.SweepAxis;
import io.lockstep.sweep.look.SweepAxis.Kind;
import io.lockstep.sweep.look.SweepTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Plots of the first metric over each numeric axis, with a plot for each workload and a line for
 * each device. If other axes vary, lines show geometric means, and thin strokes show the range.
 */
final class LinePlots {
  private static final int MOST = 12;
  private static final int MOST_LINES = 16;
  private static final int DASHES = 3;
  private static final int LONGEST_MARK = 8; // maximum characters of a mark

  private final SweepTable grid;
  private final String figure;
  private final int workloads;
  private final int devices;
  private final List<int[]> drawings = new ArrayList<>(); // pairs of workload and axis

  LinePlots(SweepTable grid, String figure) {
    this.grid = grid;
    this.figure = figure;
    workloads = grid.axis(Kind.WORKLOAD);
    devices = grid.axis(Kind.DEVICE);
    int count = workloads < 0 ? 1 : grid.axes().get(workloads).values().size();
    for (int w = 0; w < count; w++) {
      for (int axis = 0; axis < grid.axes().size(); axis++) {
        SweepAxis a = grid.axes().get(axis);
        boolean quantity = a.kind() == Kind.PARAMETER || a.kind() == Kind.SETTING;
        if (quantity && a.numbers().size() > 1 && isUsed(w, axis)) {
          drawings.add(new int[] {w, axis});
        }
      }
    }
  }

  private boolean isOf(SweepTable.Entry p, int workload) {
    return (workloads < 0 || p.places()[workloads] == workload) && p.values()[0] > 0;
  }

  /** Whether a workload has more than one value on an axis. */
  private boolean isUsed(int workload, int axis) {
    return grid.entries().stream()
            .filter(p -> isOf(p, workload) && p.places()[axis] >= 0)
            .mapToInt(p -> p.places()[axis])
            .distinct()
            .limit(2)
            .count()
        > 1;
  }

  boolean isThere() {
    return !drawings.isEmpty();
  }

  /** Accumulates the values of one device by position on the axis. */
  private static final class Line {
    final double[] sums;
    final int[] counts;
    final double[] least;
    final double[] most;

    Line(int places) {
      sums = new double[places];
      counts = new int[places];
      least = new double[places];
      most = new double[places];
    }

    void add(int place, double value) {
      sums[place] += StrictMath.log(value);
      least[place] = counts[place] == 0 ? value : Math.min(least[place], value);
      most[place] = counts[place] == 0 ? value : Math.max(most[place], value);
      counts[place]++;
    }

    double mean(int place) {
      return counts[place] == 1 ? least[place] : StrictMath.exp(sums[place] / counts[place]);
    }
  }

  void write(Element page) {
    List<String> names = devices < 0 ? List.of("all") : grid.axes().get(devices).values();
    List<String> shown = names.subList(0, Math.min(MOST_LINES, names.size()));
    Palette palette = new Palette(shown);
    page.p(
        ("Lines: geometric mean over all other axes; thin strokes: minimum to maximum.%s%s")
            .formatted(
                names.size() > MOST_LINES
                    ? " The first " + MOST_LINES + " of " + names.size() + " devices are shown."
                    : "",
                drawings.size() > MOST
                    ? " The first " + MOST + " of " + drawings.size() + " charts are shown."
                    : ""));
    if (devices >= 0) {
      palette.legend(page);
    }
    Element plots = page.child("div.plots");
    drawings.stream().limit(MOST).forEach(d -> drawing(plots, d[0], d[1], palette));
  }

  private void drawing(Element page, int workload, int axis, Palette palette) {
    SweepAxis a = grid.axes().get(axis);
    List<Line> lines = new ArrayList<>();
    palette.names().forEach(n -> lines.add(new Line(a.values().size())));
    List<Double> all = new ArrayList<>();
    for (SweepTable.Entry p : grid.entries()) {
      int device = devices < 0 ? 0 : p.places()[devices];
      if (isOf(p, workload) && p.places()[axis] >= 0 && device < lines.size()) {
        lines.get(device).add(p.places()[axis], p.values()[0]);
        all.add(p.values()[0]);
      }
    }
    if (all.isEmpty()) {
      return;
    }
    List<Double> used = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < a.numbers().size(); i++) {
      int place = i;
      if (lines.stream().anyMatch(l -> l.counts[place] > 0)) {
        used.add(a.numbers().get(i));
        labels.add(a.values().get(i));
      }
    }
    PlotScale across = new PlotScale(used);
    List<LogAxis.Tick> marks = new ArrayList<>();
    for (int i = 0; i < used.size(); i++) {
      marks.add(new LogAxis.Tick(across.at(used.get(i)), used.get(i), labels.get(i)));
    }
    boolean brief = labels.stream().allMatch(l -> l.length() <= LONGEST_MARK);
    PlotFrame frame = new PlotFrame(across, new PlotScale(all), brief ? marks : across.ticks());
    String of = workloads < 0 ? "" : grid.axes().get(workloads).values().get(workload) + ": ";
    String title = of + figure + " over " + a.name();
    Element drawing = page.child("figure");
    Element svg = frame.draw(drawing, title + "; lockstep sweep export has the data");
    for (int i = 0; i < lines.size(); i++) {
      line(svg, frame, a, lines.get(i), palette, i);
    }
    drawing.child("figcaption", title);
  }

  private static void line(
      Element svg, PlotFrame frame, SweepAxis axis, Line line, Palette palette, int number) {
    String name = palette.names().get(number);
    PathData path = new PathData();
    PathData strokes = new PathData();
    List<Element> marks = new ArrayList<>();
    for (int i = 0; i < line.counts.length; i++) {
      if (line.counts[i] == 0) {
        continue;
      }
      double x = frame.x(axis.numbers().get(i));
      double y = frame.y(line.mean(i));
      path.corner(x, y);
      marks.add(palette.mark(name, x, y, true));
      if (line.most[i] > line.least[i]) {
        strokes.to('M', x, frame.y(line.least[i])).to('V', frame.y(line.most[i]));
      }
    }
    if (path.isEmpty()) {
      return;
    }
    Element lines = svg.child("g").classed(palette.colour(name));
    if (!strokes.isEmpty()) {
      lines.child("path.rest").with("d", strokes);
    }
    lines.child("path.roof.dash" + number % DASHES).with("d", path).child("title", name);
    svg.add(marks);
  }
}
