package io.lockstep.report.explain;

import io.lockstep.explain.uncertainty.DeviceUncertainty;
import io.lockstep.explain.uncertainty.Interval;
import io.lockstep.explain.uncertainty.RatioUncertainty;
import io.lockstep.explain.uncertainty.Uncertainty;
import io.lockstep.explain.uncertainty.UncertaintyFields;
import io.lockstep.report.page.Column;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Markup;
import io.lockstep.report.page.Section;
import java.util.ArrayList;
import java.util.List;

/** Error bars for times and ratios over the ranges of uncertain figures. Stateless. */
public final class UncertaintySection {
  private UncertaintySection() {}

  /**
   * {@return the section}
   *
   * @param u the samples
   */
  public static Section of(Uncertainty u) {
    return new Section("uncertainty", "What is open of it", page -> write(page, u));
  }

  private static void write(Markup page, Uncertainty u) {
    if (u.devices().isEmpty()) {
      page.raw("<p>No device was simulated.</p>\n");
      return;
    }
    page.element(
        "p",
        u.samples()
            + " samples of the ranges of guessed, fitted and inexactly measured figures: nine of"
            + " ten lie within a bar, half of them on each side of its mark. The thin line is the"
            + " device as it is specified.");
    times(page, u);
    if (!u.ratios().isEmpty()) {
      ratios(page, u);
    }
    u.notes().forEach(note -> page.element("p class=\"note\"", note).raw("\n"));
  }

  private static void times(Markup page, Uncertainty u) {
    List<DeviceUncertainty> devices = u.devices();
    double unit = devices.get(0).nominalPicos();
    List<Double> all = new ArrayList<>();
    for (DeviceUncertainty d : devices) {
      all.add(d.nominalPicos() / unit);
      d.time().ifPresent(t -> all.addAll(List.of(t.low() / unit, t.high() / unit)));
    }
    ForkScale scale = new ForkScale(all);
    HtmlTable table = begin(page, "opentimes", "Times in µs, one scale for all", "µs", "figures");
    for (DeviceUncertainty d : devices) {
      table.row(d.device()).cell(Lengths.micros(d.nominalPicos()));
      String bar =
          d.time()
              .map(t -> bar(scale, t.low() / unit, t.median() / unit, t.high() / unit))
              .orElse("");
      table.cell(d.time().map(t -> micros(t.low())).orElse(""));
      table.cell(
          "class=\"fork\"",
          "<div aria-hidden=\"true\">"
              + bar
              + scale.span("err", d.nominalPicos() / unit, d.nominalPicos() / unit)
              + scale.end());
      table.cell(d.time().map(t -> micros(t.high())).orElse(""));
      table.cell("" + d.figures()).cell(UncertaintyFields.words(d.influences())).done();
    }
    table.end();
  }

  private static void ratios(Markup page, Uncertainty u) {
    List<Double> all = new ArrayList<>();
    for (RatioUncertainty r : u.ratios()) {
      all.addAll(List.of(r.nominal(), r.interval().low(), r.interval().high()));
    }
    ForkScale scale = new ForkScale(all);
    String base = u.ratios().get(0).base();
    HtmlTable table =
        begin(
            page,
            "openratios",
            "Times by that of " + base + ": below 1 the device is faster",
            "ratio",
            "faster in %");
    for (RatioUncertainty r : u.ratios()) {
      Interval i = r.interval();
      table.row(r.device()).cell(Lengths.ratio(r.nominal())).cell(Lengths.ratio(i.low()));
      table.cell(
          "class=\"fork\"",
          scale.begin()
              + bar(scale, i.low(), i.median(), i.high())
              + scale.span("err", r.nominal(), r.nominal())
              + scale.end());
      table.cell(Lengths.ratio(i.high())).cell(Lengths.fixed(100 * r.fasterShare(), 0));
      table.cell(UncertaintyFields.words(r.influences())).done();
    }
    table.end();
  }

  private static HtmlTable begin(
      Markup page, String id, String caption, String what, String count) {
    return HtmlTable.begin(
        page,
        id,
        caption,
        List.of(
            Column.words("device"),
            Column.figures(what).meaning("As it is specified."),
            Column.figures("low").meaning("5th percentile"),
            Column.words("interval"),
            Column.figures("high").meaning("95th percentile"),
            Column.figures(count),
            Column.words("carried by")),
        "class=\"forks\"");
  }

  private static String bar(ForkScale scale, double low, double median, double high) {
    return scale.span("range", low, high) + scale.tick(median);
  }

  private static String micros(double picos) {
    return Lengths.micros(Math.round(picos));
  }
}
