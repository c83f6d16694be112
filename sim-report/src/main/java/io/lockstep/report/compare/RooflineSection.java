// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.LabelPlaces;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.LogAxis;
import io.lockstep.report.page.Palette;
import io.lockstep.report.page.PathData;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Heading;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The roofline of each device by memory level, with the operational intensity and performance that
 * each workload achieved.
 */
record RooflineSection(ComparedResults c, Footnote foot) {
  private static final double LEFT = 62;
  private static final double TOP = 10;
  private static final double WIDE = 560;
  private static final double HIGH = 330;
  private static final double ALL = LEFT + WIDE + 12;

  void write(Element page) {
    page.p(
        "Vertical: achieved floating-point operations (FLOP) per second of the kernels;"
            + " horizontal: FLOP per byte moved at a level of memory. Kernels without"
            + " floating-point operations count integer operations (OP); a multiply-add counts as"
            + " two. Filled marks: DRAM traffic; hollow marks at the same height: L2 and L1"
            + " traffic. The line in the colour of a device is its roof: DRAM bandwidth left of"
            + " the ridge point, peak arithmetic rate right of it. For the base and the fastest"
            + " other device, dashed and dotted lines are the bandwidths of L2 and L1. A mark far"
            + " below its roof has another limit, for example latency, dependencies, too few"
            + " wavefronts, another issue port, local memory or uneven DRAM channels. Marks"
            + " that move right from L1 to DRAM show reuse in caches.");
    c.folded(page, this::point);
  }

  private void point(Element page, int p) {
    WorkloadResults point = c.points().get(p);
    List<Roofs> roofs = roofs(p);
    List<Integer> there = there(roofs);
    if (there.isEmpty()) {
      page.p("No device reports memory traffic.");
      return;
    }
    if (p == first()) {
      page.note(Element.of("a", "Chart at the top of the page").with("href", "#matrix"));
    } else {
      figure(page, p, c.fastest(point, there, Integer.MAX_VALUE), roofs);
    }
    table(page, p, there, roofs);
    foot.write(page, point);
  }

  /**
   * Draws the first workload that has a roofline, at the top of the page; the section itself then
   * has only a table.
   */
  void first(Element page) {
    int p = first();
    if (p >= 0) {
      List<Roofs> roofs = roofs(p);
      figure(page, p, c.fastest(c.points().get(p), there(roofs), Integer.MAX_VALUE), roofs);
    }
  }

  private int first() {
    for (int p = 0; p < c.points().size(); p++) {
      if (!there(roofs(p)).isEmpty()) {
        return p;
      }
    }
    return -1;
  }

  /** Returns the rooflines by device; null for devices without a time. */
  private List<Roofs> roofs(int p) {
    List<Roofs> roofs = new ArrayList<>();
    for (int d = 0; d < c.devices().size(); d++) {
      RunResult r = c.points().get(p).results().get(d);
      roofs.add(r.isSimulated() ? Roofs.of(c.devices().get(d), r) : null);
    }
    return roofs;
  }

  private static List<Integer> there(List<Roofs> roofs) {
    List<Integer> there = new ArrayList<>();
    for (int d = 0; d < roofs.size(); d++) {
      if (roofs.get(d) != null && !roofs.get(d).levels().isEmpty()) {
        there.add(d);
      }
    }
    return there;
  }

  private void figure(Element page, int p, List<Integer> drawn, List<Roofs> roofs) {
    List<Double> xs = new ArrayList<>();
    List<Double> ys = new ArrayList<>();
    List<Integer> near = near(c.points().get(p), drawn);
    for (int d : drawn) {
      Roofs r = roofs.get(d);
      r.levels().forEach(l -> xs.add(l.intensity()));
      ys.add(r.reached());
      if (r.rate() > 0) {
        ys.add(r.rate());
      }
      for (Roofs.Level level : drawn(r, near.contains(d))) {
        xs.add(r.rate() / level.bandwidth());
      }
    }
    String unit = roofs.get(drawn.get(0)).unit();
    LogAxis x = axis(xs);
    LogAxis y = axis(ys);
    String title = c.workloads().get(p) + ": " + unit + "/s over " + unit + "/byte";
    Element figure = page.child("figure");
    Element svg =
        figure.drawing(ALL, TOP + HIGH + 48, title + "; the roofline table has all values");
    grid(svg.child("g.grid"), unit, x, y);
    Palette palette = new Palette(drawn.stream().map(d -> c.names().get(d)).toList());
    LabelPlaces places = new LabelPlaces(ALL, TOP + HIGH);
    for (int d : drawn) {
      for (Roofs.Level level : drawn(roofs.get(d), near.contains(d))) {
        roof(svg, palette.colour(c.names().get(d)), roofs.get(d), level, x, y);
      }
      roofs.get(d).levels().forEach(l -> places.mark(at(x, l.intensity()), up(y, roofs.get(d))));
    }
    for (int d : drawn) {
      marks(svg, palette, c.names().get(d), roofs.get(d), x, y, places);
    }
    palette.legend(figure);
    figure.child(
        "figcaption",
        "Roofline of " + title + ". Filled marks: DRAM traffic; hollow marks: L1 and L2",
        " traffic. Dashed line: L2 bandwidth; dotted line: L1 bandwidth. Only the base and the",
        " fastest device of each family are shown.");
  }

  private static LogAxis axis(List<Double> values) {
    return new LogAxis(
        values.stream().mapToDouble(v -> v).min().orElse(1) / 1.3,
        values.stream().mapToDouble(v -> v).max().orElse(1) * 1.3);
  }

  private static double at(LogAxis x, double value) {
    return LEFT + x.at(value) * WIDE;
  }

  private static double up(LogAxis y, Roofs r) {
    return TOP + HIGH - y.at(r.reached()) * HIGH;
  }

  private static void grid(Element grid, String unit, LogAxis x, LogAxis y) {
    PathData d = new PathData();
    x.ticks().forEach(t -> d.to('M', LEFT + t.at() * WIDE, TOP).to('v', HIGH));
    y.ticks().forEach(t -> d.to('M', LEFT, TOP + HIGH - t.at() * HIGH).to('h', WIDE));
    grid.child("path").with("d", d);
    grid.child("rect").with("x", LEFT).with("y", TOP).with("width", WIDE).with("height", HIGH);
    for (LogAxis.Tick t : x.ticks()) {
      grid.child("text", t.label()).with("x", LEFT + t.at() * WIDE).with("y", TOP + HIGH + 16);
    }
    for (LogAxis.Tick t : y.ticks()) {
      grid.child("text.y", Lengths.scaled(t.value(), ""))
          .with("x", LEFT - 6)
          .with("y", TOP + HIGH - t.at() * HIGH + 4);
    }
    grid.child("text", "intensity (" + unit + "/byte)")
        .with("x", LEFT + WIDE / 2)
        .with("y", TOP + HIGH + 36);
    String turned = "translate(12 " + Lengths.at(TOP + HIGH / 2) + ") rotate(-90)";
    grid.child("text", unit + "/s").with("transform", turned);
  }

  private List<Integer> near(WorkloadResults point, List<Integer> drawn) {
    Comparator<Integer> order =
        Comparator.comparing((Integer d) -> d != c.base())
            .thenComparing(d -> point.results().get(d).kernelPicos());
    return drawn.stream().sorted(order).limit(2).toList();
  }

  /** Returns the memory levels whose slopes are drawn: DRAM, and also the caches if {@code all}. */
  private static List<Roofs.Level> drawn(Roofs r, boolean all) {
    return r.levels().stream()
        .filter(l -> r.rate() > 0 && l.bandwidth() > 0)
        .filter(l -> all || l.name().equals("DRAM"))
        .toList();
  }

  private static void roof(
      Element svg, String colour, Roofs r, Roofs.Level level, LogAxis x, LogAxis y) {
    boolean whole = level.name().equals("DRAM");
    double dram = r.levels().get(r.levels().size() - 1).bandwidth();
    // The start of the horizontal part of DRAM's roof.
    double flat = LEFT + (dram > 0 ? x.at(r.rate() / dram) : 1) * WIDE;
    double bend = LEFT + x.at(r.rate() / level.bandwidth()) * WIDE;
    double top = TOP + HIGH - y.at(r.rate()) * HIGH;
    // Find where the slope leaves the drawing, at its left or bottom edge.
    double low = r.rate();
    double start = bend;
    for (int i = 1; i <= 400; i++) {
      double rate = r.rate() * StrictMath.pow(10, -i / 50.0);
      double at = x.at(rate / level.bandwidth());
      if (at < 0 || y.at(rate) < 0) {
        break;
      }
      low = rate;
      start = LEFT + at * WIDE;
    }
    String dash = whole ? "" : level.name().equals("L2") ? ".dash1" : ".dash2";
    PathData d = new PathData().to('M', start, TOP + HIGH - y.at(low) * HIGH).to('L', bend, top);
    Element line = svg.child("g").classed(colour).child("path.roof" + dash);
    line.with("d", d.to('H', whole ? LEFT + WIDE : flat));
  }

  private static void marks(
      Element svg,
      Palette palette,
      String name,
      Roofs r,
      LogAxis x,
      LogAxis y,
      LabelPlaces places) {
    double height = up(y, r);
    List<Roofs.Level> levels = r.levels();
    double from = levels.stream().mapToDouble(l -> at(x, l.intensity())).min().getAsDouble();
    double to = levels.stream().mapToDouble(l -> at(x, l.intensity())).max().getAsDouble();
    svg.child("path.lead").with("d", new PathData().to('M', from, height).to('H', to));
    for (Roofs.Level level : levels) {
      boolean filled = level.name().equals("DRAM");
      svg.child(
          "g",
          Element.of("title", words(name, level, r)),
          palette.mark(name, at(x, level.intensity()), height, filled));
    }
    double last = at(x, levels.get(levels.size() - 1).intensity());
    LabelPlaces.Place place = places.label(last, height, name);
    if (place.isFar()) {
      PathData lead = new PathData().to('M', last, height).to('L', place.x(), place.y() - 4);
      svg.child("path.lead").with("d", lead);
    }
    svg.child("text.s", name).with("x", place.x()).with("y", place.y());
  }

  private static String words(String name, Roofs.Level level, Roofs r) {
    return "%s, %s: %s%s/s, %s %4$s/byte"
        .formatted(
            name,
            level.name(),
            Lengths.scaled(r.reached(), ""),
            r.unit(),
            Lengths.ratio(level.intensity()));
  }

  private void table(Element page, int p, List<Integer> there, List<Roofs> roofs) {
    String unit = roofs.get(there.get(0)).unit();
    List<Heading> columns =
        Heading.all(
            "device",
            Heading.figures("G" + unit + "/s").meaning("Operations per second."),
            Heading.figures("of peak %")
                .meaning("Share of the peak rate of all lanes, counting multiply-adds."));
    for (String level : List.of("L1", "L2", "DRAM")) {
      columns.add(Heading.figures(level + " " + unit + "/B").meaning("Operations per byte moved."));
      columns.add(Heading.figures(level + " GB/s").meaning("Bytes moved per second."));
      columns.add(Heading.figures(level + " of peak %").meaning("Share of the peak bandwidth."));
    }
    String caption = c.workloads().get(p) + ": operations, and traffic by level of memory";
    HtmlTable table = new HtmlTable(page, "roofs" + p, caption, columns);
    for (int d : there) {
      Roofs r = roofs.get(d);
      table.row(
          c.names().get(d),
          Lengths.fixed(r.reached() / 1e9, 2),
          r.rate() == 0 ? "" : Lengths.fixed(100 * r.reached() / r.rate(), 1),
          Stream.of("L1", "L2", "DRAM").map(name -> level(r, name)).toList());
    }
  }

  private static List<String> level(Roofs r, String name) {
    for (Roofs.Level l : r.levels()) {
      if (l.name().equals(name)) {
        double moved = r.reached() / l.intensity();
        return List.of(
            Lengths.ratio(l.intensity()),
            Lengths.fixed(moved / 1e9, 1),
            l.bandwidth() == 0 ? "" : Lengths.fixed(100 * moved / l.bandwidth(), 1));
      }
    }
    return List.of("", "", "");
  }
}
