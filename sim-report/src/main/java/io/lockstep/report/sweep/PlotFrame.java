// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.sweep;

import io.lockstep.report.page.Element;
import io.lockstep.report.page.LogAxis;
import io.lockstep.report.page.PathData;
import java.util.List;

/** The frame of a plot with two axes, which maps values to positions. */
record PlotFrame(PlotScale across, PlotScale up, List<LogAxis.Tick> marks) {
  private static final double LEFT = 62;
  private static final double TOP = 10;
  private static final double WIDE = 400;
  private static final double HIGH = 220;
  private static final double CHARACTER = 7.3;

  PlotFrame(PlotScale across, PlotScale up) {
    this(across, up, across.ticks());
  }

  double x(double value) {
    return LEFT + WIDE * across.at(value);
  }

  double y(double value) {
    return TOP + HIGH - HIGH * up.at(value);
  }

  /** Adds a drawing with both axes, and returns the drawing. */
  Element draw(Element page, String described) {
    Element svg = page.drawing(LEFT + WIDE + 20, TOP + HIGH + 24, described);
    Element grid = svg.child("g.grid");
    Element lines = grid.child("path");
    grid.child("rect").with("x", LEFT).with("y", TOP).with("width", WIDE).with("height", HIGH);
    PathData d = new PathData();
    double free = 0;
    for (LogAxis.Tick tick : marks) {
      double x = LEFT + WIDE * tick.at();
      d.to('M', x, TOP).to('v', HIGH);
      double half = tick.label().length() * CHARACTER / 2;
      if (x - half >= free) {
        grid.child("text", tick.label()).with("x", x).with("y", TOP + HIGH + 16);
        free = x + half + CHARACTER;
      }
    }
    double below = Double.POSITIVE_INFINITY;
    for (LogAxis.Tick tick : up.ticks()) {
      double y = TOP + HIGH - HIGH * tick.at();
      d.to('M', LEFT, y).to('h', WIDE);
      if (y <= below) {
        grid.child("text.y", tick.label()).with("x", LEFT - 6).with("y", y + 4);
        below = y - 13;
      }
    }
    lines.with("d", d);
    return svg;
  }
}
