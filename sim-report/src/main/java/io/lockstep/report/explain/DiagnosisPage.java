package io.lockstep.report.explain;

import io.lockstep.explain.calibration.CalibrationCandidate;
import io.lockstep.explain.calibration.Diagnosis;
import io.lockstep.explain.calibration.DiagnosisFields;
import io.lockstep.explain.calibration.Residual;
import io.lockstep.report.page.Column;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Markup;
import io.lockstep.report.page.Origin;
import io.lockstep.report.page.Page;
import io.lockstep.report.page.Section;
import io.lockstep.spi.spec.Dimension;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** Which one figure would explain a suite's errors, as a page. Stateless. */
public final class DiagnosisPage {
  private DiagnosisPage() {}

  /**
   * {@return the document}
   *
   * @param origin the command
   * @param d the results
   */
  public static String of(Origin origin, Diagnosis d) {
    Page page =
        new Page("Which figure of " + d.device() + " may be wrong", origin)
            .lead(lead(d))
            .data(DiagnosisFields.json(origin.version(), d));
    if (!d.candidates().isEmpty()) {
      page.add(new Section("suspects", "Suspects", to -> candidates(to, d)));
    }
    page.add(new Section("rows", "Rows of the suite", to -> rows(to, d)));
    page.add(new Section("rest", "The others", to -> rest(to, d)));
    return page.write();
  }

  private static String lead(Diagnosis d) {
    String rows = d.rows().size() + " rows on " + d.device() + ": ";
    if (d.isMet()) {
      return rows + "all are as expected; candidates are sorted by the response of the suite.";
    }
    return rows
        + "off by a factor of "
        + factor(d.error())
        + " (root mean square of logarithms). Each figure was changed by itself, and the"
        + " suite simulated again: "
        + d.simulations()
        + " simulations.";
  }

  private static String factor(double logarithm) {
    return Lengths.ratio(StrictMath.exp(logarithm));
  }

  private static void candidates(Markup page, Diagnosis d) {
    page.raw("<p>The first explains most: what part of the squared errors is gone with the value ");
    page.raw("that would be best for it, and what is left. Figures of one rank predict the same: ");
    page.raw("this suite does not tell them apart.</p>\n");
    HtmlTable table =
        HtmlTable.begin(
            page,
            "suspected",
            "Figures by how much of the errors one other value of each explains",
            List.of(
                Column.words("figure"),
                Column.figures("rank"),
                Column.words("value"),
                Column.words("implied"),
                Column.figures("explains %"),
                Column.words("share"),
                Column.figures("left").meaning("The factor that is left, root mean square."),
                Column.figures("response").meaning("The largest factor of a row by a step of it."),
                Column.words("predict the same")),
            "class=\"forks\"");
    for (CalibrationCandidate s : d.candidates()) {
      table.row(s.figure()).cell("" + s.rank()).cell(Dimension.readable(s.value()));
      table.cell((s.simulated() ? "" : "about ") + Dimension.readable(s.implied()));
      table.cell(Lengths.fixed(100 * s.explained(), 1));
      table.cell("class=\"fork\"", share(s.explained()));
      table.cell(factor(s.remaining())).cell(factor(s.response()));
      table.cell(String.join(", ", s.alike())).done();
    }
    table.end();
  }

  private static String share(double part) {
    double wide = 100 * Math.max(0, Math.min(1, part));
    return "<div aria-hidden=\"true\"><i class=\"range\" style=\"left:0;width:"
        + Lengths.at(wide)
        + "%\"></i></div>";
  }

  private static void rows(Markup page, Diagnosis d) {
    boolean explained = !d.isMet() && !d.candidates().isEmpty();
    page.raw("<p>A bar leads from what is expected to what was simulated: to the right more, to ");
    page.raw("the left (striped) less");
    page.raw(explained ? "; the thick mark is where it would be with the first candidate" : "");
    page.raw(".</p>\n");
    List<Double> ends = new ArrayList<>();
    for (Residual r : d.rows()) {
      ends.add(StrictMath.exp(-r.error()));
      ends.add(StrictMath.exp(-r.left()));
    }
    ForkScale scale = new ForkScale(ends);
    HtmlTable table =
        HtmlTable.begin(
            page,
            "residuals",
            "Simulated by expected values, logarithmic",
            List.of(
                Column.words("row"),
                Column.figures("expected"),
                Column.figures("simulated"),
                Column.figures("factor").meaning("Simulated by expected."),
                Column.words("less, more"),
                Column.figures("left")
                    .meaning("The same with the first candidate's implied value."),
                Column.figures("weight")),
            d.rows().size() > 25 ? "class=\"forks tall\"" : "class=\"forks\"");
    for (Residual r : d.rows()) {
      double factor = StrictMath.exp(-r.error());
      table.row(r.id()).cell(number(r.expected())).cell(number(r.simulated()));
      table.cell(factor(-r.error()));
      table.cell(
          "class=\"fork\"",
          scale.begin()
              + scale.bar(1, factor)
              + (explained ? scale.tick(StrictMath.exp(-r.left())) : "")
              + scale.end());
      table.cell(explained ? factor(-r.left()) : "").cell(number(r.weight())).done();
    }
    table.end();
  }

  /** Four significant digits. */
  private static String number(double value) {
    return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
  }

  private static void rest(Markup page, Diagnosis d) {
    page.element("p", "No row depends on: " + names(d.unseen()) + ".").raw("\n");
    page.element("p", "No other value near is legal of: " + names(d.stuck()) + ".").raw("\n");
    d.notes().forEach(note -> page.element("p class=\"note\"", note).raw("\n"));
  }

  private static String names(List<String> figures) {
    return figures.isEmpty() ? "none" : String.join(", ", figures);
  }
}
