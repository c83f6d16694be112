package io.lockstep.report.sweep;

import io.lockstep.report.page.Column;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Markup;
import java.util.List;

/** What axes do: main effects and Sobol indices as tables with bars. Stateless. */
final class EffectTables {
  private static final int MOST_EFFECTS = 400;
  private static final int MOST_INFLUENCES = 40;

  private EffectTables() {}

  static void effects(Markup page, List<Effect> effects, String figure) {
    page.element(
        "p",
        "By how much "
            + figure
            + " is more or less at one value than in the mean over its axis: geometric means over"
            + " sets of points that are the same in all else and have every value. Where there is"
            + " no such set, as in a design, they are plain means, and other axes may have a part.");
    List<Effect> shown = effects.subList(0, Math.min(MOST_EFFECTS, effects.size()));
    ForkScale scale = new ForkScale(shown.stream().map(Effect::factor).toList());
    boolean workloads = shown.stream().anyMatch(e -> !e.workload().isEmpty());
    List<Column> columns =
        List.of(
            Column.words(workloads ? "workload, axis" : "axis"),
            Column.words("value"),
            Column.figures("factor"),
            Column.figures("sets").meaning("sets of points that differ in this axis alone"),
            Column.words("less or more"));
    String caption = "Main effects on " + figure;
    if (effects.size() > shown.size()) {
      caption += ": the first " + shown.size() + " of " + effects.size();
    }
    HtmlTable table = HtmlTable.begin(page, "effects", caption, columns, "class=\"forks\"");
    for (Effect e : shown) {
      table.row(e.workload().isEmpty() ? e.axis() : e.workload() + ", " + e.axis());
      table.cell(e.value()).cell(Lengths.ratio(e.factor()));
      table.cell(e.sets() == 0 ? "–" : Lengths.grouped(e.sets()));
      table.cell("class=\"fork\"", scale.begin() + scale.bar(1, e.factor()) + scale.end());
      table.done();
    }
    table.end();
  }

  static void influences(Markup page, List<Influence> influences, String figure) {
    page.element(
        "p",
        "What share of the variance of "
            + figure
            + " a coordinate of the design has by itself (first) and with all that it does together"
            + " with others (total), with 95 % intervals by resampling: Saltelli's and Jansen's"
            + " estimators. Totals add up to more than 1 where coordinates work together. The band"
            + " is the total's interval, the mark its estimate.");
    int number = 0;
    for (Influence influence :
        influences.subList(0, Math.min(MOST_INFLUENCES, influences.size()))) {
      if (influence.shares().isEmpty()) {
        page.element("p", influence.of() + ": no indices: " + influence.note());
        continue;
      }
      HtmlTable table =
          HtmlTable.begin(
              page,
              "sobol" + number++,
              influence.of() + "; " + influence.note(),
              List.of(
                  Column.words("coordinate"),
                  Column.figures("first"),
                  Column.figures("from"),
                  Column.figures("to"),
                  Column.figures("total"),
                  Column.figures("from"),
                  Column.figures("to"),
                  Column.words("total, 0 to 1")),
              "class=\"forks\"");
      for (Influence.Share s : influence.shares()) {
        table.row(s.name());
        for (Influence.Interval i : List.of(s.first(), s.total())) {
          table.cell(share(i.value())).cell(share(i.low())).cell(share(i.high()));
        }
        table.cell("class=\"fork\"", bar(s.total())).done();
      }
      table.end();
    }
    if (influences.size() > MOST_INFLUENCES) {
      page.element("p", "The first " + MOST_INFLUENCES + " of " + influences.size() + " are here.");
    }
  }

  private static String share(double value) {
    return Lengths.fixed(value, 3);
  }

  private static String bar(Influence.Interval i) {
    double low = at(i.low());
    double wide = Math.max(0.3, at(i.high()) - low);
    return "<div aria-hidden=\"true\"><b class=\"one\" style=\"left:0%\"></b>"
        + "<b class=\"one\" style=\"left:100%\"></b><i class=\"range\" style=\"left:"
        + Lengths.at(low)
        + "%;width:"
        + Lengths.at(wide)
        + "%\"></i><b style=\"left:"
        + Lengths.at(at(i.value()))
        + "%\"></b></div>";
  }

  private static double at(double share) {
    return 100 * Math.max(0, Math.min(1, share));
  }
}
