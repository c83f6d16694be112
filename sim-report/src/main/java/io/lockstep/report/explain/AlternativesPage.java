package io.lockstep.report.explain;

import io.lockstep.explain.trial.LogTimes;
import io.lockstep.explain.whatif.Alternative;
import io.lockstep.explain.whatif.Alternatives;
import io.lockstep.explain.whatif.AlternativesFields;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.Heading;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Origin;
import io.lockstep.report.page.Page;
import io.lockstep.report.page.Section;
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
            .data(AlternativesFields.json(origin.version(), a));
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
        + (a.kernels() ? ", the kernels' own time" : "")
        + ": each device was simulated again with one parameter changed, at "
        + (phases == 1 ? "one launch phase." : phases + " launch phases.");
  }

  private static void changes(Element page, Alternatives a) {
    page.p(
        "A bar leads from the device as it is to its time with the change, on one logarithmic"
            + " scale: to the right longer, to the left (striped) shorter. The thin line is two"
            + " standard errors over launch phases.");
    ForkScale scale = new ForkScale(ends(a));
    HtmlTable table =
        new HtmlTable(
                page,
                "alternatives",
                "Times with one change, by the device's own",
                Heading.all(
                    "change", "device", ">µs", ">factor", ">2 s.e. %", "faster, slower", "why"))
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
        table.row(change.setting(), change.device(), "", "none", "", none, change.problem());
      }
    }
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
            "device", Heading.figures("typical µs").meaning("Geometric mean over launch phases."));
    for (int k = 0; k < phases; k++) {
      columns.add(Heading.figures("phase " + k));
    }
    HtmlTable table =
        new HtmlTable(page, "devices", "Times by launch phase, microseconds", columns);
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
