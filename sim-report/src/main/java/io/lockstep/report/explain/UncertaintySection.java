// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.explain;

import io.lockstep.explain.uncertainty.DeviceUncertainty;
import io.lockstep.explain.uncertainty.FigureInfluence;
import io.lockstep.explain.uncertainty.Interval;
import io.lockstep.explain.uncertainty.RatioUncertainty;
import io.lockstep.explain.uncertainty.Uncertainty;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Section;
import io.lockstep.run.answer.Heading;
import java.util.ArrayList;
import java.util.List;

/** The section with error bars for times and ratios, due to uncertain figures. */
public final class UncertaintySection {
  private UncertaintySection() {}

  public static Section of(Uncertainty u) {
    return new Section("uncertainty", "Uncertainty", page -> write(page, u));
  }

  private static void write(Element page, Uncertainty u) {
    if (u.devices().isEmpty()) {
      page.p("No device was simulated.");
      return;
    }
    page.p(
        u.draws()
            + " draws of the ranges of guessed, fitted and inexactly measured parameters. Bar: 5th to"
            + " 95th percentile; mark: median; thin line: nominal parameters.");
    times(page, u);
    if (!u.ratios().isEmpty()) {
      ratios(page, u);
    }
    u.notes().forEach(page::note);
  }

  private static void times(Element page, Uncertainty u) {
    List<DeviceUncertainty> devices = u.devices();
    double unit = devices.get(0).nominalPicos();
    List<Double> all = new ArrayList<>();
    for (DeviceUncertainty d : devices) {
      all.add(d.nominalPicos() / unit);
      d.time().ifPresent(t -> all.addAll(List.of(t.low() / unit, t.high() / unit)));
    }
    ForkScale scale = new ForkScale(all);
    HtmlTable table =
        table(page, "opentimes", "Times in µs, one logarithmic scale", "µs", "parameters");
    for (DeviceUncertainty d : devices) {
      double nominal = d.nominalPicos() / unit;
      List<Element> bar =
          d.time()
              .map(t -> bar(scale, t.low() / unit, t.median() / unit, t.high() / unit))
              .orElse(List.of());
      table.row(
          d.device(),
          Lengths.micros(d.nominalPicos()),
          d.time().map(t -> micros(t.low())).orElse(""),
          ForkScale.fork(bar, scale.span("err", nominal, nominal)),
          d.time().map(t -> micros(t.high())).orElse(""),
          d.figures(),
          FigureInfluence.words(d.influences()));
    }
  }

  private static void ratios(Element page, Uncertainty u) {
    List<Double> all = new ArrayList<>();
    for (RatioUncertainty r : u.ratios()) {
      all.addAll(List.of(r.nominal(), r.interval().low(), r.interval().high()));
    }
    ForkScale scale = new ForkScale(all);
    String base = u.ratios().get(0).base();
    String caption = "Time relative to " + base + "; below 1 the device is faster";
    HtmlTable table = table(page, "openratios", caption, "ratio", "faster in % of draws");
    for (RatioUncertainty r : u.ratios()) {
      Interval i = r.interval();
      table.row(
          r.device(),
          Lengths.ratio(r.nominal()),
          Lengths.ratio(i.low()),
          scale.cell(
              bar(scale, i.low(), i.median(), i.high()),
              scale.span("err", r.nominal(), r.nominal())),
          Lengths.ratio(i.high()),
          Lengths.fixed(100 * r.fasterShare(), 0),
          FigureInfluence.words(r.influences()));
    }
    table.foot();
    table.row("scale", "", "", scale.axis(), "", "", "");
  }

  private static HtmlTable table(
      Element page, String id, String caption, String what, String count) {
    return new HtmlTable(
            page,
            id,
            caption,
            Heading.all(
                "device",
                Heading.figures(what).meaning("With nominal parameters."),
                Heading.figures("low").meaning("5th percentile"),
                "interval",
                Heading.figures("high").meaning("95th percentile"),
                ">" + count,
                "main contributors"))
        .classed("forks");
  }

  private static List<Element> bar(ForkScale scale, double low, double median, double high) {
    return List.of(scale.span("range", low, high), scale.tick(median));
  }

  private static String micros(double picos) {
    return Lengths.micros(Math.round(picos));
  }
}
