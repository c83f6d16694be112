// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.run.PhaseTimes;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Heading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The table of speedups by device and workload. The page's script recomputes the table in the same
 * way when the reader selects another base or kind of time.
 */
final class MatrixSection {
  private final ComparedResults c;
  private final Footnote foot;
  // Positions of missing results, by reason.
  private final Map<String, List<String>> gaps = new LinkedHashMap<>();

  MatrixSection(ComparedResults c, Footnote foot) {
    this.c = c;
    this.foot = foot;
  }

  void write(Element page) {
    List<String> devices = c.names();
    List<String> workloads = c.workloads();
    String base = devices.get(c.base());
    page.p(
        "Speedup: time of ",
        Element.of("b.basename", base),
        " / time of the device; 2.00 is twice as fast. ",
        Element.of("span.s2", "Blue"),
        ": faster; ",
        Element.of("span.f2", "orange"),
        ": slower; darker from factors of 2 and 4. ",
        Element.of("span.noise", "Grey"),
        ": within launch-phase noise (95 %), measured with --phases.");
    boolean several = workloads.size() > 1;
    List<Heading> columns =
        Heading.all(
            "device",
            Heading.figures(several ? "geometric mean" : "mean")
                .meaning(
                    "Over the workloads that both devices ran; their number in parentheses if not"
                        + " all."));
    workloads.forEach(w -> columns.add(Heading.figures(w)));
    HtmlTable table =
        new HtmlTable(page, "times", "Speedup by device and workload", columns)
            .with("data-base", base)
            .with("data-time", c.kernels() ? "k" : "t")
            .with("data-show", several ? null : "0,2");
    for (int d = 0; d < devices.size(); d++) {
      row(table, d);
    }
    gaps(page);
    foot.write(page);
  }

  SpeedupChart chart() {
    List<List<Optional<Speedup>>> speedups = new ArrayList<>();
    for (int d = 0; d < c.devices().size(); d++) {
      int device = d;
      speedups.add(
          c.points().stream()
              .map(p -> p.results())
              .map(r -> Speedup.of(r.get(c.base()), r.get(device), c.kernels()))
              .toList());
    }
    boolean measured =
        c.results().stream().anyMatch(r -> PhaseTimes.find(r.statistics()).isPresent());
    return new SpeedupChart(c.names(), c.base(), c.workloads(), speedups, measured);
  }

  private void row(HtmlTable table, int d) {
    List<WorkloadResults> points = c.points();
    double sum = 0;
    int n = 0;
    List<Element> cells = new ArrayList<>();
    for (int p = 0; p < points.size(); p++) {
      RunResult own = points.get(p).results().get(d);
      RunResult base = points.get(p).results().get(c.base());
      if (!own.isSimulated()) {
        cells.add(Element.of("td.gap", gap(own, p, d)));
        continue;
      }
      Element cell = Element.of("td").with("data-t", own.picos()).with("data-k", own.kernelPicos());
      Optional<Speedup> speedup = Speedup.of(base, own, c.kernels());
      if (speedup.isPresent()) {
        double ratio = speedup.get().ratio();
        sum += StrictMath.log(ratio);
        n++;
        boolean noise = speedup.get().isNoise();
        cell.add(Lengths.ratio(ratio)).classed(noise ? "noise" : shade(ratio));
        cells.add(cell.with("data-n", noise ? "1" : null));
      } else {
        cells.add(cell.add("–"));
      }
    }
    double mean = n == 0 ? 0 : StrictMath.exp(sum / n);
    String some = n == points.size() ? "" : " (" + n + ")";
    Element whole = Element.of("td", n == 0 ? "–" : Lengths.ratio(mean) + some);
    whole.classed(shade(n == 0 ? 1 : mean));
    table.row(c.names().get(d), whole, cells).classed(d == c.base() ? "base" : "");
  }

  /** Returns the CSS class that shades a ratio; empty within 10 % of 1. */
  static String shade(double ratio) {
    if (ratio >= 1.1) {
      return ratio >= 4 ? "s3" : ratio >= 2 ? "s2" : "s1";
    }
    if (ratio > 1 / 1.1) {
      return "";
    }
    return ratio > 0.5 ? "f1" : ratio > 0.25 ? "f2" : "f3";
  }

  private Element gap(RunResult r, int point, int device) {
    String status = r.status().name().toLowerCase(Locale.ROOT);
    String reason = status + ": " + r.message();
    gaps.computeIfAbsent(reason, k -> new ArrayList<>())
        .add(c.workloads().get(point) + " on " + c.names().get(device));
    int number = new ArrayList<>(gaps.keySet()).indexOf(reason) + 1;
    Element mark = Element.of("sup", number);
    return Element.of("a", status, mark).with("href", "#gap" + number);
  }

  private void gaps(Element page) {
    if (gaps.isEmpty()) {
      return;
    }
    page.child("h3", "Missing results");
    Element list = page.child("ol");
    int number = 0;
    for (Map.Entry<String, List<String>> gap : gaps.entrySet()) {
      list.child("li", String.join(", ", gap.getValue()) + ": " + gap.getKey())
          .with("id", "gap" + ++number);
    }
  }
}
