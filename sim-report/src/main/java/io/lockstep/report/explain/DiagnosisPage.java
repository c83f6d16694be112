// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.explain;

import io.lockstep.explain.calibration.CalibrationCandidate;
import io.lockstep.explain.calibration.Diagnosis;
import io.lockstep.explain.calibration.Residual;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Origin;
import io.lockstep.report.page.Page;
import io.lockstep.report.page.Section;
import io.lockstep.run.answer.Heading;
import io.lockstep.spi.spec.Dimension;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** A page with the figures whose miscalibration would explain the errors of a suite. */
public final class DiagnosisPage {
  private DiagnosisPage() {}

  public static String of(Origin origin, Diagnosis d) {
    Page page =
        new Page("Calibration candidates of " + d.device(), origin)
            .lead(lead(d))
            .data(Diagnosis.ANSWER.json(origin.version(), d));
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
      return rows + "all as expected. Parameters are sorted by their effect on the suite.";
    }
    return ("%soff by a factor of %s (root mean square of logarithms). Each parameter was changed"
            + " by itself and the suite simulated again: %s simulations.")
        .formatted(rows, factor(d.error()), d.simulations());
  }

  private static String factor(double logarithm) {
    return Lengths.ratio(StrictMath.exp(logarithm));
  }

  private static void candidates(Element page, Diagnosis d) {
    page.p(
        "Candidates are ranked by the share of the squared errors that the best value of the"
            + " parameter removes. This suite cannot distinguish parameters of equal rank.");
    HtmlTable table =
        new HtmlTable(
                page,
                "suspected",
                "Parameters by share of the errors that another value explains",
                Heading.all(
                    "parameter",
                    ">rank",
                    "value",
                    "best value",
                    ">explains %",
                    "0 to 100 %",
                    Heading.figures("residual")
                        .meaning("Remaining error, a factor, root mean square."),
                    Heading.figures("response")
                        .meaning(
                            "Largest change of a row, a factor, by one step of the"
                                + " parameter."),
                    "indistinguishable from"))
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
        "Bars: simulated relative to expected value; right is more, left (striped) is less",
        explained ? "; thick mark: with the best value of the first candidate" : "",
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
                "Simulated relative to expected values, logarithmic scale",
                Heading.all(
                    "row",
                    ">expected",
                    ">simulated",
                    Heading.figures("ratio").meaning("Simulated / expected."),
                    "less ← 1 → more",
                    Heading.figures("residual")
                        .meaning("Ratio with the best value of the first candidate."),
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
    table.foot();
    table.row("scale", "", "", "", scale.axis(), "", "");
  }

  private static String number(double value) {
    return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
  }

  private static void rest(Element page, Diagnosis d) {
    page.p("No row depends on: " + names(d.unseen()) + ".");
    page.p("Not varied, no other legal value nearby: " + names(d.stuck()) + ".");
    d.notes().forEach(page::note);
  }

  private static String names(List<String> figures) {
    return figures.isEmpty() ? "none" : String.join(", ", figures);
  }
}
