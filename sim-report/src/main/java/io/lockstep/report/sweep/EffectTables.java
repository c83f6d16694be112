// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.sweep;

import io.lockstep.report.page.Element;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.run.answer.Heading;
import io.lockstep.sweep.look.MainEffect;
import io.lockstep.sweep.look.SobolIndex;
import io.lockstep.sweep.look.SobolIndices;
import java.util.List;

final class EffectTables {
  private static final int MOST_EFFECTS = 400;
  private static final int MOST_GROUPS = 40;

  private EffectTables() {}

  static void effects(Element page, List<MainEffect> effects, String figure) {
    page.p(
        "Ratio of "
            + figure
            + " at one value of an axis to the mean over the axis: geometric means over sets of points"
            + " that differ in this axis only and have all its values. Without such sets, as in a"
            + " sampled design, plain means are compared, and other axes may contribute.");
    List<MainEffect> shown = effects.subList(0, Math.min(MOST_EFFECTS, effects.size()));
    ForkScale scale = new ForkScale(shown.stream().map(MainEffect::factor).toList());
    boolean workloads = shown.stream().anyMatch(e -> !e.workload().isEmpty());
    List<Heading> columns =
        Heading.all(
            workloads ? "workload, axis" : "axis",
            "value",
            ">ratio",
            Heading.figures("sets").meaning("Sets of points that differ in this axis only."),
            "less ← 1 → more");
    String caption = "Main effects on " + figure;
    if (effects.size() > shown.size()) {
      caption += ": the first " + shown.size() + " of " + effects.size();
    }
    HtmlTable table = new HtmlTable(page, "effects", caption, columns).classed("forks");
    for (MainEffect e : shown) {
      table.row(
          e.workload().isEmpty() ? e.axis() : e.workload() + ", " + e.axis(),
          e.value(),
          Lengths.ratio(e.factor()),
          e.blocks() == 0 ? "–" : Lengths.grouped(e.blocks()),
          scale.cell(scale.bar(1, e.factor())));
    }
    table.foot();
    table.row("scale", "", "", "", scale.axis());
  }

  static void influences(Element page, List<SobolIndices> groups, String figure) {
    page.p(
        "Share of the variance of "
            + figure
            + " due to a coordinate of the design: alone (first-order index) and with all its"
            + " interactions (total index); 95 % intervals by resampling; estimators of Saltelli and"
            + " Jansen. Total indices add up to more than 1 if coordinates interact. Band: interval of"
            + " the total index; mark: its estimate.");
    int number = 0;
    for (SobolIndices group : groups.subList(0, Math.min(MOST_GROUPS, groups.size()))) {
      if (group.indices().isEmpty()) {
        page.p(group.of() + ": no indices: " + note(group));
        continue;
      }
      HtmlTable table =
          new HtmlTable(
                  page,
                  "sobol" + number++,
                  group.of() + "; " + note(group),
                  Heading.all(
                      "coordinate",
                      ">first",
                      ">from",
                      ">to",
                      ">total",
                      ">from",
                      ">to",
                      "total, 0 to 1"))
              .classed("forks");
      for (SobolIndex s : group.indices()) {
        table.row(s.name(), shares(s.first()), shares(s.total()), bar(s.total()));
      }
    }
    if (groups.size() > MOST_GROUPS) {
      page.p("The first " + MOST_GROUPS + " of " + groups.size() + " are shown.");
    }
  }

  private static String note(SobolIndices s) {
    return s.message().isEmpty()
        ? s.base() + " base points" + (s.lost() > 0 ? ", " + s.lost() + " left out" : "")
        : s.message();
  }

  private static List<String> shares(SobolIndex.Estimate e) {
    return List.of(
        Lengths.fixed(e.value(), 3), Lengths.fixed(e.low(), 3), Lengths.fixed(e.high(), 3));
  }

  private static Element bar(SobolIndex.Estimate e) {
    double low = at(e.low());
    return ForkScale.fork(
        mark("b.one", 0),
        mark("b.one", 100),
        ForkScale.between("range", low, Math.max(0.3, at(e.high()) - low)),
        mark("b", at(e.value())));
  }

  private static Element mark(String kind, double at) {
    return Element.of(kind).with("style", "left:" + Lengths.at(at) + "%");
  }

  private static double at(double share) {
    return 100 * Math.max(0, Math.min(1, share));
  }
}
