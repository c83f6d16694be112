// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.sweep;

import io.lockstep.report.page.Element;
import io.lockstep.report.page.PathData;
import java.util.List;

/**
 * A plot of the Pareto front of two metrics, with the dominated points.
 *
 * @param name name of the group of points; may be empty
 * @param across name of the first metric, on the horizontal axis
 * @param up name of the second metric, on the vertical axis
 * @param points points of the front, sorted by the first metric, followed by the other points
 */
record FrontPlot(String name, String across, String up, List<Mark> points) {
  private static final int MOST_OTHERS = 1500;

  /**
   * A point of the plot.
   *
   * @param best whether the point lies on the front
   * @param words text of the tooltip
   */
  record Mark(double x, double y, boolean best, String words) {}

  void write(Element page) {
    List<Mark> best = points.stream().filter(Mark::best).toList();
    List<Mark> others = points.stream().filter(m -> !m.best()).toList();
    if (best.isEmpty()) {
      return;
    }
    PlotFrame frame =
        new PlotFrame(
            new PlotScale(points.stream().map(Mark::x).toList()),
            new PlotScale(points.stream().map(Mark::y).toList()));
    Element figure = page.child("figure");
    Element svg =
        frame.draw(
            figure,
            ("%s: %s points on the Pareto front of %s and %s, %s dominated; those on the front are"
                    + " in the table below")
                .formatted(name, best.size(), across, up, others.size()));
    Element tiny = svg.child("g.tiny");
    int step = others.size() / MOST_OTHERS + 1;
    for (int i = 0; i < others.size(); i += step) {
      circle(tiny, frame, others.get(i)).with("r", 2);
    }
    PathData line = new PathData();
    best.forEach(mark -> line.corner(frame.x(mark.x()), frame.y(mark.y())));
    svg.child("g.c1").child("path.roof").with("d", line);
    for (Mark mark : best) {
      circle(svg, frame, mark).classed("c1").with("r", 4.5).child("title", mark.words());
    }
    figure.child(
        "figcaption",
        (name.isEmpty() ? "" : name + ": ") + up + " over " + across,
        step > 1 ? "; one in " + step + " of the dominated points is drawn" : "");
  }

  private static Element circle(Element to, PlotFrame frame, Mark mark) {
    return to.child("circle").with("cx", frame.x(mark.x())).with("cy", frame.y(mark.y()));
  }
}
