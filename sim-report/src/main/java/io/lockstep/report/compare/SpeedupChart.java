// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.report.page.Element;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.LogAxis;
import io.lockstep.report.page.Palette;
import io.lockstep.report.page.PathData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A narrow chart, readable on a phone, with a row for each device: a bar for the geometric mean of
 * its speedups, and a mark for each workload.
 *
 * @param speedups speedups by device, then by workload
 * @param measured whether several launch phases were simulated, so that the noise is known
 */
record SpeedupChart(
    List<String> devices,
    int base,
    List<String> workloads,
    List<List<Optional<Speedup>>> speedups,
    boolean measured) {
  private static final double ALL = 460;
  private static final double TOP = 22;
  private static final double RIGHT = 52; // room for the mean values
  private static final int LONGEST = 18; // maximum characters of a device's name
  private static final double LETTER = 7;

  /** Whether any device other than the base has a speedup. */
  boolean isThere() {
    for (int d = 0; d < devices.size(); d++) {
      if (d != base && speedups.get(d).stream().anyMatch(Optional::isPresent)) {
        return true;
      }
    }
    return false;
  }

  void write(Element page) {
    List<Double> values = new ArrayList<>(List.of(1.0));
    speedups.forEach(row -> row.forEach(s -> s.ifPresent(one -> values.add(one.ratio()))));
    LogAxis x =
        new LogAxis(
            values.stream().mapToDouble(v -> v).min().orElse(1),
            values.stream().mapToDouble(v -> v).max().orElse(1));
    double left = 12 + LETTER * devices.stream().mapToInt(n -> shown(n).length()).max().orElse(0);
    double wide = ALL - left - RIGHT;
    double row = Math.min(34, 16 + 5 * workloads.size());
    double high = row * devices.size();
    String title = "Speedup relative to " + devices.get(base);
    Element figure = page.child("figure");
    Element svg = figure.drawing(ALL, TOP + high + 40, title + "; the table below has all values");
    svg.classed("speedup");
    grid(svg.child("g.grid"), x, left, wide, high);
    if (workloads.size() > 1) {
      svg.child("text.y", "mean").with("x", ALL - 4).with("y", TOP - 7);
    }
    Palette palette = new Palette(workloads);
    for (int d = 0; d < devices.size(); d++) {
      row(svg, palette, d, x, left, wide, TOP + row * d, row);
    }
    legend(figure, palette);
    figure.child("figcaption", title + " (logarithmic axis; higher is faster).", note());
  }

  private String note() {
    return measured ? "" : " Launch-phase noise was not measured (--phases K).";
  }

  private void grid(Element grid, LogAxis x, double left, double wide, double high) {
    PathData d = new PathData();
    double last = -ALL;
    List<LogAxis.Tick> labelled = new ArrayList<>();
    for (LogAxis.Tick t : x.ticks()) {
      d.to('M', left + t.at() * wide, TOP).to('v', high);
      double half = LETTER * t.label().length() / 2;
      if (left + t.at() * wide - half > last + LETTER) {
        labelled.add(t);
        last = left + t.at() * wide + half;
      }
    }
    grid.child("path").with("d", d);
    grid.child("rect").with("x", left).with("y", TOP).with("width", wide).with("height", high);
    for (LogAxis.Tick t : labelled) {
      grid.child("text", t.label()).with("x", left + t.at() * wide).with("y", TOP + high + 15);
    }
    grid.child("text", "speedup (×)").with("x", left + wide / 2).with("y", TOP + high + 33);
  }

  private void row(
      Element svg,
      Palette palette,
      int d,
      LogAxis x,
      double left,
      double wide,
      double top,
      double row) {
    double middle = top + row / 2;
    Element name = svg.child("text.y", shown(devices.get(d)));
    name.with("x", left - 6).with("y", middle + 4);
    List<Optional<Speedup>> all = speedups.get(d);
    double sum = 0;
    int n = 0;
    for (Optional<Speedup> s : all) {
      if (s.isPresent()) {
        sum += StrictMath.log(s.get().ratio());
        n++;
      }
    }
    double one = left + x.at(1) * wide;
    if (n > 0) {
      double mean = StrictMath.exp(sum / n);
      double end = left + x.at(mean) * wide;
      Element bar = svg.child("rect.mean").with("x", Math.min(one, end)).with("y", middle - 5);
      bar.with("width", Math.abs(end - one)).with("height", 10.0);
      String value = d == base ? "base" : Lengths.ratio(mean) + "×";
      svg.child("text.y", value).with("x", ALL - 4).with("y", middle + 4);
    } else {
      svg.child("text.y", "–").with("x", ALL - 4).with("y", middle + 4);
    }
    svg.child("path.lead").with("d", new PathData().to('M', one, top).to('v', row));
    if (d == base) {
      return;
    }
    double step = (row - 12) / workloads.size();
    for (int p = 0; p < all.size(); p++) {
      if (all.get(p).isPresent()) {
        Speedup s = all.get(p).get();
        double y = middle + (p - (workloads.size() - 1) / 2.0) * step;
        String workload = workloads.get(p);
        Element mark = palette.mark(workload, left + x.at(s.ratio()) * wide, y, !s.isNoise());
        String words = devices.get(d) + ", " + workload + ": " + Lengths.ratio(s.ratio()) + "×";
        svg.child(
            "g",
            Element.of("title", words + (s.isNoise() ? ", within launch-phase noise" : "")),
            mark.classed(s.isNoise() ? "noise" : ""));
      }
    }
  }

  private void legend(Element figure, Palette palette) {
    Element more = Element.of("ul.legend");
    if (workloads.size() > 1) {
      palette.legend(figure);
      Element bar = Element.of("rect.mean").with("x", -8).with("y", -4).with("width", 16);
      entry(more, bar.with("height", 8), "geometric mean");
    }
    boolean noise =
        speedups.stream()
            .flatMap(List::stream)
            .anyMatch(s -> s.filter(Speedup::isNoise).isPresent());
    if (noise) {
      Element mark = Element.of("circle.c7.hollow.noise").with("cx", 0).with("cy", 0);
      entry(more, mark.with("r", 4.5), "within launch-phase noise (95 %)");
    }
    if (workloads.size() > 1 || noise) {
      figure.add(more);
    }
  }

  private static void entry(Element legend, Element mark, String words) {
    Element svg = Element.of("svg", mark).with("viewBox", "-8 -8 16 16");
    legend.child("li", svg.with("aria-hidden", true), words);
  }

  private static String shown(String name) {
    return name.length() <= LONGEST ? name : name.substring(0, LONGEST - 1) + "…";
  }
}
