package io.lockstep.report.sweep;

import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Markup;
import java.util.List;

/** A front among all points that there are. SVG. Stateless. */
final class FrontPlot {
  private static final int MOST_OTHERS = 1500;

  private FrontPlot() {}

  static void write(Markup page, Front front) {
    List<Front.Mark> all = front.points();
    List<Front.Mark> best = all.stream().filter(Front.Mark::best).toList();
    List<Front.Mark> others = all.stream().filter(m -> !m.best()).toList();
    if (best.isEmpty()) {
      return;
    }
    PlotFrame frame =
        new PlotFrame(
            new PlotScale(all.stream().map(Front.Mark::x).toList()),
            new PlotScale(all.stream().map(Front.Mark::y).toList()));
    page.raw("<figure>\n");
    frame.begin(
        page,
        front.name()
            + ": "
            + best.size()
            + " points on the front of "
            + front.across()
            + " and "
            + front.up()
            + ", "
            + others.size()
            + " behind it; those on the front are in the table below");
    page.raw("<g class=\"tiny\">");
    int step = others.size() / MOST_OTHERS + 1;
    for (int i = 0; i < others.size(); i += step) {
      page.raw("<circle cx=\"" + Lengths.at(frame.x(others.get(i).x())) + "\" cy=\"");
      page.raw(Lengths.at(frame.y(others.get(i).y())) + "\" r=\"2\"/>");
    }
    page.raw("</g>\n<g class=\"c1\"><path class=\"roof\" d=\"");
    for (int i = 0; i < best.size(); i++) {
      page.raw((i == 0 ? "M" : "L") + Lengths.at(frame.x(best.get(i).x())) + " ");
      page.raw(Lengths.at(frame.y(best.get(i).y())));
    }
    page.raw("\"/></g>");
    for (Front.Mark mark : best) {
      page.raw("<circle class=\"c1\" cx=\"" + Lengths.at(frame.x(mark.x())) + "\" cy=\"");
      page.raw(Lengths.at(frame.y(mark.y())) + "\" r=\"4.5\"><title>");
      page.text(mark.words()).raw("</title></circle>");
    }
    frame.end(page);
    page.raw("<figcaption>").text(front.name().isEmpty() ? "" : front.name() + ": ");
    page.text(front.up() + " over " + front.across());
    page.text(step > 1 ? "; one in " + step + " of the others is drawn" : "");
    page.raw("</figcaption></figure>\n");
  }
}
