// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.explain;

import io.lockstep.explain.calibration.Calibration;
import io.lockstep.explain.calibration.FittedParameter;
import io.lockstep.explain.calibration.LeftOutGroup;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Origin;
import io.lockstep.report.page.Page;
import io.lockstep.report.page.Section;
import io.lockstep.run.answer.Heading;
import io.lockstep.spi.spec.Dimension;
import java.util.ArrayList;
import java.util.List;

/** A page with the parameters fitted to a suite, and the errors of its groups. */
public final class CalibrationPage {
  private CalibrationPage() {}

  public static String of(Origin origin, Calibration found) {
    Page page =
        new Page("Calibration of " + found.device(), origin)
            .lead(
                "%s rows: off by a factor of %s before and %s after the fit (root mean square of logarithms), after %s simulations."
                    .formatted(
                        found.errors().rows(),
                        factor(found.errors().before()),
                        factor(found.errors().after()),
                        found.simulations()))
            .data(Calibration.ANSWER.json(origin.version(), found));
    page.add(new Section("parameters", "Parameters", to -> parameters(to, found)));
    if (!found.groups().isEmpty()) {
      page.add(new Section("groups", "Groups", to -> groups(to, found)));
    }
    return page.write();
  }

  private static String factor(double logarithm) {
    return Lengths.ratio(StrictMath.exp(logarithm));
  }

  private static void parameters(Element page, Calibration found) {
    HtmlTable table =
        new HtmlTable(
            page,
            "fitted",
            "Fitted parameters",
            Heading.all(
                "parameter",
                ">value",
                "range",
                ">fitted",
                "95 % interval",
                Heading.figures("elasticity")
                    .meaning("Largest change of a row in percent per percent of the parameter."),
                "identifiable"));
    for (FittedParameter p : found.parameters()) {
      boolean known = p.found().isIdentifiable();
      table.row(
          p.figure(),
          Dimension.readable(p.value()),
          p.range().readable(),
          known ? Dimension.readable(p.fitted()) : "",
          p.interval().map(FittedParameter.Range::readable).orElse(""),
          Lengths.fixed(p.found().elasticity(), 3),
          known ? "yes" : p.found().reason());
    }
    found.notes().forEach(page::note);
  }

  private static void groups(Element page, Calibration found) {
    page.p(
        "Bars: error of the device as it was; thick mark: of a fit that does not see the group.");
    List<Double> ends = new ArrayList<>();
    for (LeftOutGroup g : found.groups()) {
      ends.add(StrictMath.exp(g.before()));
      ends.add(StrictMath.exp(g.leftOut()));
    }
    ForkScale scale = new ForkScale(ends);
    HtmlTable table =
        new HtmlTable(
                page,
                "left",
                "Errors by group, factors",
                Heading.all("group", ">rows", ">before", ">after", ">left out", "error"))
            .classed("forks");
    for (LeftOutGroup g : found.groups()) {
      table.row(
          g.group(),
          g.rows(),
          factor(g.before()),
          factor(g.after()),
          factor(g.leftOut()),
          scale.cell(
              scale.bar(1, StrictMath.exp(g.before())), scale.tick(StrictMath.exp(g.leftOut()))));
    }
    table.foot();
    table.row("scale", "", "", "", "", scale.axis());
  }
}
