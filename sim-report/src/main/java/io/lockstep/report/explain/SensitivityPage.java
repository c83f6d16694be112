// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.explain;

import io.lockstep.explain.sensitivity.FigureEffect;
import io.lockstep.explain.sensitivity.FigureStep;
import io.lockstep.explain.sensitivity.Sensitivity;
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
import java.util.stream.Collectors;

/** A page with a tornado diagram of the time's sensitivity to each figure of a device. */
public final class SensitivityPage {
  private SensitivityPage() {}

  public static String of(Origin origin, Sensitivity s) {
    Page page =
        new Page("Sensitivity of " + s.workload() + " on " + s.device(), origin)
            .lead(lead(s))
            .data(Sensitivity.ANSWER.json(origin.version(), s));
    page.add(
        new Section(
            "tornado",
            "Numeric parameters",
            to -> table(to, "elastic", "Numeric parameters by elasticity", s.elastic())));
    if (!s.structural().isEmpty()) {
      page.add(
          new Section(
              "structure",
              "Structural parameters",
              to -> table(to, "structural", "Structural parameters by effect", s.structural())));
    }
    page.add(new Section("rest", "Other parameters", to -> rest(to, s)));
    return page.write();
  }

  private static String lead(Sensitivity s) {
    StringBuilder parameters = new StringBuilder();
    s.parameters().forEach((k, v) -> parameters.append(' ').append(k).append('=').append(v));
    return ("%s%s on %s: %s µs%s. Each parameter was changed by itself and the device simulated"
            + " again.")
        .formatted(
            s.workload(),
            parameters,
            s.device(),
            Lengths.micros(s.picos().get(0)),
            s.kernels() ? " kernel time" : "");
  }

  private static void table(Element page, String id, String caption, List<FigureEffect> effects) {
    page.p(
        "Bars: time with another value of the parameter relative to the unchanged device; right"
            + " is slower, left (striped) is faster. Elasticity: percent change of time per"
            + " percent change of the parameter.");
    List<Double> factors = new ArrayList<>();
    effects.forEach(f -> f.steps().forEach(step -> factors.add(step.factor())));
    ForkScale scale = new ForkScale(factors);
    HtmlTable table =
        new HtmlTable(
                page,
                id,
                caption,
                Heading.all(
                    "parameter",
                    "value",
                    ">elasticity",
                    Heading.figures("±").meaning("Two standard errors over launch phases."),
                    "faster ← 1 → slower",
                    "value: time ratio"))
            .classed("forks");
    for (FigureEffect f : effects) {
      table.row(
          f.figure(),
          Dimension.readable(f.value()),
          number(f.elasticity()),
          number(f.error()),
          scale.cell(f.steps().stream().map(step -> scale.bar(1, step.factor())).toList()),
          steps(f));
    }
    table.foot();
    table.row("scale", "", "", "", scale.axis(), "");
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "" : Lengths.fixed(value, 3);
  }

  private static String steps(FigureEffect f) {
    String steps = f.steps().stream().map(SensitivityPage::step).collect(Collectors.joining(", "));
    return f.message().isEmpty() ? steps : steps + (steps.isEmpty() ? "" : "; ") + f.message();
  }

  private static String step(FigureStep step) {
    return Dimension.readable(step.value()) + ": " + Lengths.fixed(step.factor(), 3);
  }

  private static void rest(Element page, Sensitivity s) {
    page.p("No effect beyond noise: " + names(s.unseen()) + ".");
    page.p("Not varied, no other legal value nearby: " + names(s.stuck()) + ".");
    s.notes().forEach(page::note);
  }

  private static String names(List<FigureEffect> figures) {
    return figures.isEmpty()
        ? "none"
        : figures.stream().map(FigureEffect::figure).collect(Collectors.joining(", "));
  }
}
