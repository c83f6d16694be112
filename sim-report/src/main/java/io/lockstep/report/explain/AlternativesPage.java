// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.explain;

import io.lockstep.explain.experiment.LogTimes;
import io.lockstep.explain.whatif.Alternative;
import io.lockstep.explain.whatif.Alternatives;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Origin;
import io.lockstep.report.page.Page;
import io.lockstep.report.page.Section;
import io.lockstep.run.answer.Heading;
import java.util.ArrayList;
import java.util.List;

/** A page with the effects of single changes of devices. */
public final class AlternativesPage {
  private AlternativesPage() {}

  public static String of(Origin origin, Alternatives a) {
    List<String> devices = a.bases().stream().map(Alternatives.Base::device).toList();
    Page page =
        new Page("What if: " + a.workload() + " on " + String.join(", ", devices), origin)
            .lead(lead(a))
            .data(Alternatives.ANSWER.json(origin.version(), a));
    page.add(new Section("changes", "Single-parameter changes", to -> changes(to, a)));
    page.add(new Section("bases", "Baseline times", to -> bases(to, a)));
    return page.write();
  }

  private static String lead(Alternatives a) {
    StringBuilder parameters = new StringBuilder();
    a.parameters().forEach((k, v) -> parameters.append(' ').append(k).append('=').append(v));
    int phases = a.bases().get(0).picos().size();
    return a.workload()
        + parameters
        + (a.kernels() ? ", kernel time only" : "")
        + ": each device was simulated again with one parameter changed, at "
        + (phases == 1 ? "one launch phase." : phases + " launch phases.");
  }

  private static void changes(Element page, Alternatives a) {
    page.p(
        "Bars: time with the change relative to the unchanged device, on one logarithmic scale;"
            + " right is slower, left (striped) is faster. Thin line: two standard errors over"
            + " launch phases.");
    ForkScale scale = new ForkScale(ends(a));
    HtmlTable table =
        new HtmlTable(
                page,
                "alternatives",
                "Times with one parameter changed",
                Heading.all(
                    "change",
                    "device",
                    ">µs",
                    Heading.figures("time ratio").meaning("Time with the change / without."),
                    Heading.figures("± %").meaning("Two standard errors over launch phases."),
                    "faster ← 1 → slower",
                    "explanation"))
            .classed("forks");
    for (Alternative change : a.changes()) {
      if (change.isSimulated()) {
        double factor = change.factor();
        table.row(
            change.setting(),
            change.device(),
            Lengths.micros(Math.round(LogTimes.typical(change.picos()))),
            Lengths.fixed(factor, 3),
            percent(change.error()),
            scale.cell(scale.bar(1, factor), scale.error(factor, change.error())),
            change.sentence());
      } else {
        Element none = Element.of("td.fork");
        table.row(change.setting(), change.device(), "", "", "", none, change.problem());
      }
    }
    table.foot();
    table.row("scale", "", "", "", "", scale.axis(), "");
    a.notes().forEach(page::note);
  }

  private static List<Double> ends(Alternatives a) {
    List<Double> ends = new ArrayList<>();
    for (Alternative change : a.changes()) {
      if (change.isSimulated()) {
        ends.add(change.factor());
        if (!Double.isNaN(change.error())) {
          ends.add(change.factor() * StrictMath.exp(change.error()));
          ends.add(change.factor() * StrictMath.exp(-change.error()));
        }
      }
    }
    return ends;
  }

  private static String percent(double error) {
    return Double.isNaN(error) ? "?" : Lengths.fixed(100 * (StrictMath.exp(error) - 1), 1);
  }

  private static void bases(Element page, Alternatives a) {
    int phases = a.bases().stream().mapToInt(b -> b.picos().size()).max().orElse(0);
    List<Heading> columns =
        Heading.all(
            "device", Heading.figures("mean µs").meaning("Geometric mean over launch phases."));
    for (int k = 0; k < phases; k++) {
      columns.add(Heading.figures("phase " + k));
    }
    HtmlTable table =
        new HtmlTable(
            page, "devices", "Times of the unchanged devices by launch phase, µs", columns);
    for (Alternatives.Base base : a.bases()) {
      List<String> cells = new ArrayList<>();
      cells.add(Lengths.micros(Math.round(LogTimes.typical(base.picos()))));
      for (int k = 0; k < phases; k++) {
        cells.add(k < base.picos().size() ? Lengths.micros(base.picos().get(k)) : "");
      }
      table.row(base.device(), cells);
    }
  }
}
