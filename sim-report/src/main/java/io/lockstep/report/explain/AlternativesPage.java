package io.lockstep.report.explain;

import io.lockstep.explain.trial.LogTimes;
import io.lockstep.explain.whatif.Alternative;
import io.lockstep.explain.whatif.Alternatives;
import io.lockstep.explain.whatif.AlternativesFields;
import io.lockstep.report.page.Column;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Markup;
import io.lockstep.report.page.Origin;
import io.lockstep.report.page.Page;
import io.lockstep.report.page.Section;
import java.util.ArrayList;
import java.util.List;

/** The effects of single changes of devices, as a page. Stateless. */
public final class AlternativesPage {
  private AlternativesPage() {}

  /**
   * {@return the document}
   *
   * @param origin the command
   * @param a the results
   */
  public static String of(Origin origin, Alternatives a) {
    List<String> devices = a.bases().stream().map(Alternatives.Base::device).toList();
    Page page =
        new Page("What if: " + a.workload() + " on " + String.join(", ", devices), origin)
            .lead(lead(a))
            .data(AlternativesFields.json(origin.version(), a));
    page.add(new Section("changes", "One change at a time", to -> changes(to, a)));
    page.add(new Section("bases", "The devices as they are", to -> bases(to, a)));
    return page.write();
  }

  private static String lead(Alternatives a) {
    StringBuilder parameters = new StringBuilder();
    a.parameters().forEach((k, v) -> parameters.append(' ').append(k).append('=').append(v));
    int phases = a.bases().get(0).picos().size();
    return a.workload()
        + parameters
        + (a.kernels() ? ", the kernels' own time" : "")
        + ": each device was simulated again with one figure changed, at "
        + (phases == 1 ? "one launch phase." : phases + " launch phases.");
  }

  private static void changes(Markup page, Alternatives a) {
    page.raw("<p>A bar leads from the device as it is to its time with the change, on one ");
    page.raw("logarithmic scale: to the right longer, to the left (striped) shorter. The thin ");
    page.raw("line is two standard errors over launch phases.</p>\n");
    ForkScale scale = new ForkScale(ends(a));
    HtmlTable table =
        HtmlTable.begin(
            page,
            "alternatives",
            "Times with one change, by the device's own",
            List.of(
                Column.words("change"),
                Column.words("device"),
                Column.figures("µs"),
                Column.figures("factor"),
                Column.figures("2 s.e. %"),
                Column.words("faster, slower"),
                Column.words("why")),
            "class=\"forks\"");
    for (Alternative change : a.changes()) {
      table.row(change.setting()).cell(change.device());
      if (change.isSimulated()) {
        double factor = change.factor();
        table.cell(Lengths.micros(Math.round(LogTimes.typical(change.picos()))));
        table.cell(Lengths.fixed(factor, 3)).cell(percent(change.error()));
        table.cell(
            "class=\"fork\"",
            scale.begin()
                + scale.bar(1, factor)
                + scale.error(factor, change.error())
                + scale.end());
        table.cell(change.sentence());
      } else {
        table.cell("").cell("none").cell("").cell("class=\"fork\"", "").cell(change.problem());
      }
      table.done();
    }
    table.end();
    a.notes().forEach(note -> page.element("p class=\"note\"", note).raw("\n"));
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

  private static void bases(Markup page, Alternatives a) {
    int phases = a.bases().stream().mapToInt(b -> b.picos().size()).max().orElse(0);
    List<Column> columns = new ArrayList<>(List.of(Column.words("device")));
    columns.add(Column.figures("typical µs").meaning("Geometric mean over launch phases."));
    for (int k = 0; k < phases; k++) {
      columns.add(Column.figures("phase " + k));
    }
    HtmlTable table =
        HtmlTable.begin(page, "devices", "Times by launch phase, microseconds", columns, "");
    for (Alternatives.Base base : a.bases()) {
      table.row(base.device()).cell(Lengths.micros(Math.round(LogTimes.typical(base.picos()))));
      for (int k = 0; k < phases; k++) {
        table.cell(k < base.picos().size() ? Lengths.micros(base.picos().get(k)) : "");
      }
      table.done();
    }
    table.end();
  }
}
