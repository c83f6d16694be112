package io.lockstep.report.validation;

import io.lockstep.judge.validation.RowResult;
import io.lockstep.judge.validation.ValidationText;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.LogAxis;
import io.lockstep.report.page.Markup;
import io.lockstep.report.page.Palette;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToIntFunction;

/**
 * Published against simulated values of rows of one unit, both axes logarithmic and the same: what
 * lies on the diagonal is right. SVG. Immutable.
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
   * @param name of the plot, once in a document
   * @param unit of all values, or what they have in common
   * @param rows with logarithms, at least one
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
   * Draws it.
   *
   * @param palette of the page
   * @param anchors number of a row in the page's table
   */
  void draw(Markup page, Palette palette, ToIntFunction<RowResult> anchors) {
    page.raw("<svg viewBox=\"0 0 " + Lengths.at(WIDTH) + " " + Lengths.at(HEIGHT));
    page.raw("\" role=\"img\" aria-labelledby=\"" + name + "-t " + name + "-d\">\n");
    page.raw("<title id=\"" + name + "-t\">").text("Simulated against published, " + unit);
    page.raw("</title>\n<desc id=\"" + name + "-d\">").text(description()).raw("</desc>\n");
    grid(page);
    page.raw("<g class=\"lines\">\n");
    line(page, 1, "");
    line(page, FACTOR, " class=\"band\"");
    line(page, 1 / FACTOR, " class=\"band\"");
    page.raw("</g>\n<g class=\"points\">\n");
    for (RowResult row : rows) {
      page.raw("<a href=\"#r" + anchors.applyAsInt(row) + "\" tabindex=\"-1\"><title>");
      page.text(words(row)).raw("</title>");
      double x = x(row.expected());
      double y = y(row.value().getAsDouble());
      page.raw(palette.mark(row.device(), x, y, row.isWithin()));
      page.raw("<text class=\"tip\" x=\"" + Lengths.at(WIDTH / 2) + "\" y=\"");
      page.raw(Lengths.at(HEIGHT - 5) + "\">").text(words(row)).raw("</text></a>\n");
    }
    page.raw("</g>\n</svg>\n");
  }

  /** What a person who does not see it is told. */
  private String description() {
    long near = rows.stream().filter(row -> row.isWithinFactor(FACTOR)).count();
    long above = rows.stream().filter(r -> r.value().getAsDouble() > r.expected()).count();
    return rows.size()
        + (rows.size() == 1 ? " row" : " rows")
        + ", "
        + near
        + " within a factor of 1.5; "
        + above
        + " above the published value. All are in the table below.";
  }

  /** What is shown of a row under the pointer. */
  private static String words(RowResult row) {
    return row.id()
        + ", "
        + row.device()
        + ": published "
        + ValidationText.value(OptionalDouble.of(row.expected()))
        + ", simulated "
        + ValidationText.value(row.value())
        + (row.unit().isEmpty() ? "" : " " + row.unit())
        + " ("
        + ValidationText.percent(row.error(), true)
        + ")";
  }

  private void grid(Markup page) {
    page.raw("<g class=\"grid\">\n<path d=\"");
    for (LogAxis.Tick tick : axis.ticks()) {
      String x = Lengths.at(LEFT + tick.at() * SIDE);
      String y = Lengths.at(TOP + SIDE - tick.at() * SIDE);
      page.raw("M" + x + " " + Lengths.at(TOP) + "v" + Lengths.at(SIDE));
      page.raw("M" + Lengths.at(LEFT) + " " + y + "h" + Lengths.at(SIDE));
    }
    page.raw("\"/>\n<rect x=\"" + Lengths.at(LEFT) + "\" y=\"" + Lengths.at(TOP));
    page.raw("\" width=\"" + Lengths.at(SIDE) + "\" height=\"" + Lengths.at(SIDE) + "\"/>\n");
    for (LogAxis.Tick tick : axis.ticks()) {
      String x = Lengths.at(LEFT + tick.at() * SIDE);
      String y = Lengths.at(TOP + SIDE - tick.at() * SIDE + 4);
      page.raw("<text x=\"" + x + "\" y=\"" + Lengths.at(TOP + SIDE + 17) + "\">");
      page.text(tick.label()).raw("</text>");
      page.raw("<text class=\"y\" x=\"" + Lengths.at(LEFT - 7) + "\" y=\"" + y + "\">");
      page.text(tick.label()).raw("</text>\n");
    }
    String middle = Lengths.at(LEFT + SIDE / 2);
    page.raw("<text x=\"" + middle + "\" y=\"" + Lengths.at(TOP + SIDE + 38) + "\">");
    page.text("published, " + unit).raw("</text>\n<text transform=\"translate(14 ");
    page.raw(Lengths.at(TOP + SIDE / 2) + ") rotate(-90)\">");
    page.text("simulated, " + unit).raw("</text>\n</g>\n");
  }

  /** Where simulated values are so many times the published ones, as far as it is on the plot. */
  private void line(Markup page, double factor, String more) {
    double shift = axis.at(factor) - axis.at(1);
    double from = Math.max(0, -shift);
    double to = Math.min(1, 1 - shift);
    if (from >= to) {
      return;
    }
    page.raw("<path" + more + " d=\"M" + Lengths.at(LEFT + from * SIDE) + " ");
    page.raw(Lengths.at(TOP + SIDE - (from + shift) * SIDE) + "L");
    page.raw(Lengths.at(LEFT + to * SIDE) + " ");
    page.raw(Lengths.at(TOP + SIDE - (to + shift) * SIDE) + "\"/>\n");
  }

  private double x(double value) {
    return LEFT + axis.at(value) * SIDE;
  }

  private double y(double value) {
    return TOP + SIDE - axis.at(value) * SIDE;
  }
}
