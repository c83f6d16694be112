package io.lockstep.report.sweep;

import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.LogAxis;
import io.lockstep.report.page.Markup;
import java.util.List;

/** What is around a plot: its box, its grid, numbers at both axes. SVG. Immutable. */
final class PlotFrame {
  private static final double LEFT = 62;
  private static final double TOP = 10;
  private static final double WIDE = 400;
  private static final double HIGH = 220;
  private static final double CHARACTER = 6.7;

  private final PlotScale across;
  private final PlotScale up;
  private final List<LogAxis.Tick> marks;

  PlotFrame(PlotScale across, PlotScale up) {
    this(across, up, across.ticks());
  }

  /**
   * @param marks across, from left to right
   */
  PlotFrame(PlotScale across, PlotScale up, List<LogAxis.Tick> marks) {
    this.across = across;
    this.up = up;
    this.marks = marks;
  }

  double x(double value) {
    return LEFT + WIDE * across.at(value);
  }

  double y(double value) {
    return TOP + HIGH - HIGH * up.at(value);
  }

  /** Begins the drawing. */
  void begin(Markup page, String described) {
    page.raw("<svg viewBox=\"0 0 " + Lengths.at(LEFT + WIDE + 20) + " ");
    page.raw(Lengths.at(TOP + HIGH + 24) + "\" role=\"img\" aria-label=\"");
    page.text(described).raw("\">\n<g class=\"grid\"><path d=\"");
    StringBuilder labels = new StringBuilder();
    double free = 0;
    for (LogAxis.Tick tick : marks) {
      double x = LEFT + WIDE * tick.at();
      page.raw("M" + Lengths.at(x) + " " + Lengths.at(TOP) + "v" + Lengths.at(HIGH));
      double half = tick.label().length() * CHARACTER / 2;
      if (x - half >= free) {
        labels.append("<text x=\"").append(Lengths.at(x)).append("\" y=\"");
        labels.append(Lengths.at(TOP + HIGH + 16)).append("\">");
        labels.append(new Markup().text(tick.label()));
        labels.append("</text>");
        free = x + half + CHARACTER;
      }
    }
    double below = Double.POSITIVE_INFINITY;
    for (LogAxis.Tick tick : up.ticks()) {
      double y = TOP + HIGH - HIGH * tick.at();
      page.raw("M" + Lengths.at(LEFT) + " " + Lengths.at(y) + "h" + Lengths.at(WIDE));
      if (y <= below) {
        labels.append("<text class=\"y\" x=\"").append(Lengths.at(LEFT - 6)).append("\" y=\"");
        labels.append(Lengths.at(y + 4)).append("\">").append(tick.label()).append("</text>");
        below = y - 13;
      }
    }
    page.raw("\"/><rect x=\"" + Lengths.at(LEFT) + "\" y=\"" + Lengths.at(TOP) + "\" width=\"");
    page.raw(Lengths.at(WIDE) + "\" height=\"" + Lengths.at(HIGH) + "\"/>");
    page.raw(labels.toString()).raw("</g>\n");
  }

  /** Ends it. */
  void end(Markup page) {
    page.raw("</svg>\n");
  }
}
