// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.PathData;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Heading;
import io.lockstep.run.sample.SampledRates;
import io.lockstep.run.sample.SampledRates.Window;
import java.util.List;

/** What was sampled: the interval of each result, and the rates of the windows of a launch. */
record SampleSection(ComparedResults c) {
  private static final double WIDE = 640;
  private static final double HIGH = 90;
  private static final double MARGIN = 8; // above and below the curve

  boolean isThere() {
    return c.results().stream().anyMatch(SampleSection::isSampled);
  }

  private static boolean isSampled(RunResult r) {
    return r.isSimulated() && !r.sample().isEmpty();
  }

  void write(Element page) {
    page.p(
        "Times of these results are estimates (docs/sampling.md). Of the largest launch with gaps"
            + " of each result, the curve shows the time per work-group over the launch: thick"
            + " where a window was measured, thin where it is interpolated over a gap and the"
            + " warm-up after it. Shaded: gaps, whose work-groups are left out. The vertical axis"
            + " begins at zero.");
    c.folded(page, this::point);
  }

  private void point(Element page, int p) {
    HtmlTable table =
        new HtmlTable(
                page,
                "samples" + p,
                c.workloads().get(p) + ": sampled launches",
                Heading.all(
                    "device",
                    ">kernels µs",
                    ">± %",
                    ">windows",
                    Heading.figures("ns per group, most"),
                    "time per work-group over the launch"))
            .classed("strips");
    List<RunResult> results = c.points().get(p).results();
    for (int d = 0; d < results.size(); d++) {
      RunResult r = results.get(d);
      if (isSampled(r)) {
        row(table, c.names().get(d), r);
      }
    }
    for (int d = 0; d < results.size(); d++) {
      if (isSampled(results.get(d))) {
        page.note(c.names().get(d) + ": " + results.get(d).message());
      }
    }
  }

  private static void row(HtmlTable table, String name, RunResult r) {
    SampledRates rates = r.rates();
    double interval = 100.0 * r.interval().orElse(0) / Math.max(1, r.kernelPicos());
    if (rates == null) {
      table.row(name, Lengths.micros(r.kernelPicos()), tenths(interval), 0, "", "");
      return;
    }
    table.row(
        name,
        Lengths.micros(r.kernelPicos()),
        tenths(interval),
        rates.windows().size(),
        tenths(most(rates) / 1000),
        Element.of("td.bar", curve(rates, name)));
  }

  private static String tenths(double value) {
    return String.format(java.util.Locale.ROOT, "%.1f", value);
  }

  private static double most(SampledRates rates) {
    return rates.windows().stream().mapToDouble(Window::picos).max().orElse(1);
  }

  /** Draws the rate by index of the work-group. */
  private static Element curve(SampledRates rates, String name) {
    Element holder = Element.of("p");
    Element svg =
        holder.drawing(WIDE, HIGH, name + ", " + rates.kernel() + ": time per work-group");
    double most = Math.max(1e-9, most(rates));
    PathData line = new PathData();
    long before = 0;
    for (Window w : rates.windows()) {
      if (w.resume() > before) {
        svg.child("rect")
            .with("x", Lengths.at(x(rates, before)))
            .with("y", 0)
            .with("width", Lengths.at(x(rates, w.resume()) - x(rates, before)))
            .with("height", Lengths.at(HIGH))
            .with("style", "fill:var(--soft);opacity:.35")
            .child("title", w.resume() - before + " work-groups left out");
      }
      line.corner(x(rates, (w.start() + w.end()) / 2.0), y(w, most));
      before = w.end();
    }
    svg.child("path").with("d", line).with("style", "fill:none;stroke:currentColor");
    for (Window w : rates.windows()) {
      PathData bar =
          new PathData().corner(x(rates, w.start()), y(w, most)).to('H', x(rates, w.end()));
      svg.child("path")
          .with("d", bar)
          .with("style", "fill:none;stroke:currentColor;stroke-width:5")
          .child(
              "title",
              "work-groups %s to %s: %s ns each"
                  .formatted(w.start(), w.end() - 1, tenths(w.picos() / 1000)));
    }
    return holder;
  }

  private static double x(SampledRates rates, double group) {
    return WIDE * group / rates.groups();
  }

  private static double y(Window w, double most) {
    return HIGH - (HIGH - MARGIN) * w.picos() / most;
  }
}
