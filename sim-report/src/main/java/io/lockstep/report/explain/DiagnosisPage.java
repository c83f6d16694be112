package io.lockstep.report.explain;

import io.lockstep.explain.calibration.CalibrationCandidate;
import io.lockstep.explain.calibration.Diagnosis;
import io.lockstep.explain.calibration.DiagnosisFields;
import io.lockstep.explain.calibration.Residual;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.Heading;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Origin;
import io.lockstep.report.page.Page;
import io.lockstep.report.page.Section;
import io.lockstep.spi.spec.Dimension;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** A page with the figures that would explain the errors of a suite. */
public final class DiagnosisPage {
  private DiagnosisPage() {}

  public static String of(Origin origin, Diagnosis d) {
    Page page =
        new Page("Calibration candidates of " + d.device(), origin)
            .lead(lead(d))
            .data(DiagnosisFields.json(origin.version(), d));
    if (!d.candidates().isEmpty()) {
      page.add(new Section("suspects", "Calibration candidates", to -> candidates(to, d)));
    }
    page.add(new Section("rows", "Suite rows", to -> rows(to, d)));
    page.add(new Section("rest", "Other parameters", to -> rest(to, d)));
    return page.write();
  }

  private static String lead(Diagnosis d) {
    String rows = d.rows().size() + " rows on " + d.device() + ": ";
    if (d.isMet()) {
      return rows + "all are as expected; candidates are sorted by the response of the suite.";
    }
    return ("%soff by a factor of %s (root mean square of logarithms). Each parameter was changed by"
            + " itself, and the suite simulated again: %s simulations.")
        .formatted(rows, factor(d.error()), d.simulations());
  }

  private static String factor(double logarithm) {
    return Lengths.ratio(StrictMath.exp(logarithm));
  }

  private static void candidates(Element page, Diagnosis d) {
    page.p(
        "The first explains most: what part of the squared errors is gone with the value that"
            + " would be best for it, and what is left. Parameters of one rank predict the same: this"
            + " suite does not tell them apart.");
    HtmlTable table =
        new HtmlTable(
                page,
                "suspected",
                "Parameters by how much of the errors one other value of each explains",
                Heading.all(
                    "parameter",
                    ">rank",
                    "value",
                    "implied",
                    ">explains %",
                    "share",
                    Heading.figures("left").meaning("The factor that is left, root mean square."),
                    Heading.figures("response")
                        .meaning("The largest factor of a row by a step of it."),
                    "predict the same"))
            .classed("forks");
    for (CalibrationCandidate s : d.candidates()) {
      double share = 100 * Math.max(0, Math.min(1, s.explained()));
      table.row(
          s.figure(),
          s.rank(),
          Dimension.readable(s.value()),
          (s.simulated() ? "" : "about ") + Dimension.readable(s.implied()),
          Lengths.fixed(100 * s.explained(), 1),
          ForkScale.fork(ForkScale.between("range", 0, share)),
          factor(s.remaining()),
          factor(s.response()),
          String.join(", ", s.alike()));
    }
  }

  private static void rows(Element page, Diagnosis d) {
    boolean explained = !d.isMet() && !d.candidates().isEmpty();
    page.p(
        "A bar leads from what is expected to what was simulated: to the right more, to the left"
            + " (striped) less",
        explained ? "; the thick mark is where it would be with the first candidate" : "",
        ".");
    List<Double> ends = new ArrayList<>();
    for (Residual r : d.rows()) {
      ends.add(StrictMath.exp(-r.error()));
      ends.add(StrictMath.exp(-r.left()));
    }
    ForkScale scale = new ForkScale(ends);
    HtmlTable table =
        new HtmlTable(
                page,
                "residuals",
                "Simulated by expected values, logarithmic",
                Heading.all(
                    "row",
                    ">expected",
                    ">simulated",
                    Heading.figures("factor").meaning("Simulated by expected."),
                    "less, more",
                    Heading.figures("left")
                        .meaning("The same with the first candidate's implied value."),
                    ">weight"))
            .classed("forks")
            .classed(d.rows().size() > 25 ? "tall" : "");
    for (Residual r : d.rows()) {
      Element bar = scale.bar(1, StrictMath.exp(-r.error()));
      table.row(
          r.id(),
          number(r.expected()),
          number(r.simulated()),
          factor(-r.error()),
          explained ? scale.cell(bar, scale.tick(StrictMath.exp(-r.left()))) : scale.cell(bar),
          explained ? factor(-r.left()) : "",
          number(r.weight()));
    }
  }

  private static String number(double value) {
    return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
  }

  private static void rest(Element page, Diagnosis d) {
    page.p("No row depends on: " + names(d.unseen()) + ".");
    page.p("Without another legal value nearby: " + names(d.stuck()) + ".");
    d.notes().forEach(page::note);
  }

  private static String names(List<String> figures) {
    return figures.isEmpty() ? "none" : String.join(", ", figures);
  }
}
