// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.validation;

import io.lockstep.judge.validation.RowResult;
import io.lockstep.judge.validation.ValidationText;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.LogAxis;
import io.lockstep.report.page.Palette;
import io.lockstep.report.page.PathData;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToIntFunction;

/**
 * A scatter plot of simulated against published values of rows with the same unit. Both axes are
 * logarithmic with the same scale, so that correct values lie on the diagonal.
 */
final class ScatterPlot {
  private static final double LEFT = 64;
  private static final double TOP = 12;
  private static final double SIDE = 380;
  private static final double WIDTH = LEFT + SIDE + 14;
  private static final double HEIGHT = TOP + SIDE + 66;
  private static final double FACTOR = 1.5;

  private final String name;
  private final String unit;
  private final List<RowResult> rows;
  private final LogAxis axis;

  /**
   * @param name name of the plot, unique in the document
   * @param unit unit of the values, or a description of them
   * @param rows rows with positive values, at least one
   */
  ScatterPlot(String name, String unit, List<RowResult> rows) {
    this.name = name;
    this.unit = unit;
    this.rows = rows;
    double least = Double.MAX_VALUE;
    double most = 0;
    for (RowResult row : rows) {
      least = Math.min(least, Math.min(row.expected(), row.value().getAsDouble()));
      most = Math.max(most, Math.max(row.expected(), row.value().getAsDouble()));
    }
    axis = new LogAxis(least, most);
  }

  /**
   * Draws the plot.
   *
   * @param anchors returns the number of a row in the page's table
   */
  void draw(Element page, Palette palette, ToIntFunction<RowResult> anchors) {
    Element svg = page.child("svg").with("role", "img");
    svg.with("viewBox", "0 0 " + Lengths.at(WIDTH) + " " + Lengths.at(HEIGHT));
    svg.with("aria-labelledby", name + "-t " + name + "-d");
    svg.child("title", "Simulated against published, " + unit).with("id", name + "-t");
    svg.child("desc", description()).with("id", name + "-d");
    grid(svg.child("g.grid"));
    Element lines = svg.child("g.lines");
    line(lines, 1, "path");
    line(lines, FACTOR, "path.band");
    line(lines, 1 / FACTOR, "path.band");
    Element points = svg.child("g.points");
    for (RowResult row : rows) {
      Element link = points.child("a").with("href", "#r" + anchors.applyAsInt(row));
      link.with("tabindex", -1).child("title", words(row));
      double x = x(row.expected());
      double y = y(row.value().getAsDouble());
      link.add(palette.mark(row.device(), x, y, row.isWithin()));
      link.child("text.tip", words(row)).with("x", WIDTH / 2).with("y", HEIGHT - 5);
    }
  }

  private String description() {
    long near = rows.stream().filter(row -> row.isWithinFactor(FACTOR)).count();
    long above = rows.stream().filter(r -> r.value().getAsDouble() > r.expected()).count();
    return ("%s%s, %s within a factor of 1.5; %s above the published value. The table has all"
            + " below.")
        .formatted(rows.size(), rows.size() == 1 ? " row" : " rows", near, above);
  }

  private static String words(RowResult row) {
    return "%s, %s: published %s, simulated %s%s (%s)"
        .formatted(
            row.id(),
            row.device(),
            ValidationText.value(OptionalDouble.of(row.expected())),
            ValidationText.value(row.value()),
            row.unit().isEmpty() ? "" : " " + row.unit(),
            ValidationText.percent(row.error(), true));
  }

  private void grid(Element grid) {
    PathData d = new PathData();
    Element lines = grid.child("path");
    grid.child("rect").with("x", LEFT).with("y", TOP).with("width", SIDE).with("height", SIDE);
    for (LogAxis.Tick tick : axis.ticks()) {
      double x = LEFT + tick.at() * SIDE;
      double y = TOP + SIDE - tick.at() * SIDE;
      d.to('M', x, TOP).to('v', SIDE).to('M', LEFT, y).to('h', SIDE);
      grid.child("text", tick.label()).with("x", x).with("y", TOP + SIDE + 17);
      grid.child("text.y", tick.label()).with("x", LEFT - 7).with("y", y + 4);
    }
    lines.with("d", d);
    double middle = LEFT + SIDE / 2;
    grid.child("text", "published, " + unit).with("x", middle).with("y", TOP + SIDE + 38);
    String turned = "translate(14 " + Lengths.at(TOP + SIDE / 2) + ") rotate(-90)";
    grid.child("text", "simulated, " + unit).with("transform", turned);
  }

  /** Draws the line on which simulated values are a given multiple of the published values. */
  private void line(Element page, double factor, String kind) {
    double shift = axis.at(factor) - axis.at(1);
    double from = Math.max(0, -shift);
    double to = Math.min(1, 1 - shift);
    if (from < to) {
      PathData d = new PathData();
      d.corner(LEFT + from * SIDE, TOP + SIDE - (from + shift) * SIDE);
      d.corner(LEFT + to * SIDE, TOP + SIDE - (to + shift) * SIDE);
      page.child(kind).with("d", d);
    }
  }

  private double x(double value) {
    return LEFT + axis.at(value) * SIDE;
  }

  private double y(double value) {
    return TOP + SIDE - axis.at(value) * SIDE;
  }
}
