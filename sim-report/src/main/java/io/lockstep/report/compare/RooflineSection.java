package io.lockstep.report.compare;

import io.lockstep.report.page.Column;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.LabelPlaces;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.LogAxis;
import io.lockstep.report.page.Markup;
import io.lockstep.report.page.Palette;
import io.lockstep.run.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What each device could do at the kernels' intensity and what it did, by level of memory. */
final class RooflineSection {
  private static final double LEFT = 62;
  private static final double TOP = 10;
  private static final double WIDE = 560;
  private static final double HIGH = 330;
  private static final double ALL = LEFT + WIDE + 12;

  private final Comparison c;
  private final Footnote foot;

  RooflineSection(Comparison c, Footnote foot) {
    this.c = c;
    this.foot = foot;
  }

  void write(Markup page) {
    page.raw(
        "<p>A mark is a workload on a device: how many floating-point operations (FLOP) its kernels ");
    page.raw(
        "did a second (up), and how many for each byte that a level of memory moved (right); of kernels ");
    page.raw(
        "without any, integer operations (OP). A multiply-add counts two, of the work as of the lanes. ");
    page.raw(
        "A filled mark counts the bytes of DRAM, a hollow one on the same height those of L2 ");
    page.raw("and L1. The line of its colour is the device&#39;s roof: up to the bend DRAM&#39;s ");
    page.raw(
        "bandwidth allows no more, behind it the lanes do not. Of the base and of the fastest ");
    page.raw(
        "other device the slopes of L2 (dashed) and of L1 (dotted) are drawn, too. A mark far below its roof waits ");
    page.raw(
        "for something else: latency, dependencies, too few wavefronts. One below the bend of ");
    page.raw("DRAM that moves right, from L1 to DRAM, has found its data in caches.</p>\n");
    c.folded(page, this::point);
  }

  private void point(Markup page, int p) {
    Point point = c.points().get(p);
    List<Roofs> roofs = new ArrayList<>();
    List<Integer> there = new ArrayList<>();
    for (int d = 0; d < c.devices().size(); d++) {
      RunResult r = point.results().get(d);
      roofs.add(r.isSimulated() ? Roofs.of(c.devices().get(d), r) : null);
      if (roofs.get(d) != null && !roofs.get(d).levels().isEmpty()) {
        there.add(d);
      }
    }
    if (there.isEmpty()) {
      page.raw("<p>No result has these figures.</p>\n");
      return;
    }
    figure(page, p, drawn(point, there), roofs);
    table(page, p, there, roofs);
    foot.write(page, point);
  }

  /** The base, and the fastest of each family. */
  private List<Integer> drawn(Point point, List<Integer> there) {
    Set<Integer> drawn = new TreeSet<>();
    if (there.contains(c.base())) {
      drawn.add(c.base());
    }
    Set<String> families = new TreeSet<>();
    there.stream()
        .sorted(Comparator.comparingLong(d -> point.results().get(d).kernelPicos()))
        .filter(d -> families.add(c.devices().get(d).family()))
        .forEach(drawn::add);
    return List.copyOf(drawn);
  }

  private void figure(Markup page, int p, List<Integer> drawn, List<Roofs> roofs) {
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
    String title = c.workloads().get(p) + ": " + unit + " a second by " + unit + " a byte";
    page.raw("<figure>\n<svg viewBox=\"0 0 " + Lengths.at(ALL) + " " + Lengths.at(TOP + HIGH + 48));
    page.raw("\" role=\"img\" aria-label=\"").text(title + "; all figures are in the table below");
    page.raw("\">\n");
    grid(page, unit, x, y);
    Palette palette = new Palette(drawn.stream().map(d -> c.names().get(d)).toList());
    LabelPlaces places = new LabelPlaces(ALL, TOP + HIGH);
    for (int d : drawn) {
      for (Roofs.Level level : drawn(roofs.get(d), near.contains(d))) {
        roof(page, palette.colour(c.names().get(d)), roofs.get(d), level, x, y);
      }
      roofs.get(d).levels().forEach(l -> places.mark(at(x, l.intensity()), up(y, roofs.get(d))));
    }
    for (int d : drawn) {
      marks(page, palette, c.names().get(d), roofs.get(d), x, y, places);
    }
    page.raw("</svg>\n");
    palette.legend(page);
    page.raw("<figcaption>").text(title).raw(". Both axes are logarithmic and begin at no zero. ");
    page.raw("Shown: the base, and the fastest device of each family.</figcaption>\n</figure>\n");
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

  private static void grid(Markup page, String unit, LogAxis x, LogAxis y) {
    page.raw("<g class=\"grid\">\n<path d=\"");
    x.ticks()
        .forEach(t -> page.raw("M" + Lengths.at(LEFT + t.at() * WIDE) + " " + TOP + "v" + HIGH));
    y.ticks()
        .forEach(
            t -> page.raw("M" + LEFT + " " + Lengths.at(TOP + HIGH - t.at() * HIGH) + "h" + WIDE));
    page.raw("\"/>\n<rect x=\"" + LEFT + "\" y=\"" + TOP + "\" width=\"" + WIDE);
    page.raw("\" height=\"" + HIGH + "\"/>\n");
    for (LogAxis.Tick t : x.ticks()) {
      page.raw("<text x=\"" + Lengths.at(LEFT + t.at() * WIDE) + "\" y=\"" + (TOP + HIGH + 16));
      page.raw("\">").text(t.label()).raw("</text>");
    }
    for (LogAxis.Tick t : y.ticks()) {
      page.raw("<text class=\"y\" x=\"" + (LEFT - 6) + "\" y=\"");
      page.raw(Lengths.at(TOP + HIGH - t.at() * HIGH + 4) + "\">");
      page.text(Lengths.scaled(t.value(), "")).raw("</text>");
    }
    page.raw("\n<text x=\"" + (LEFT + WIDE / 2) + "\" y=\"" + (TOP + HIGH + 36) + "\">");
    page.raw(unit + " a byte</text>\n<text transform=\"translate(12 ");
    page.raw((TOP + HIGH / 2) + ") rotate(-90)\">" + unit + " a second</text>\n</g>\n");
  }

  /** The base, or what stands for it, and the fastest of the others. */
  private List<Integer> near(Point point, List<Integer> drawn) {
    Comparator<Integer> order =
        Comparator.comparing((Integer d) -> d != c.base())
            .thenComparing(d -> point.results().get(d).kernelPicos());
    return drawn.stream().sorted(order).limit(2).toList();
  }

  /** The levels whose roofs are drawn: DRAM, and all of those near. */
  private static List<Roofs.Level> drawn(Roofs r, boolean all) {
    return r.levels().stream()
        .filter(l -> r.rate() > 0 && l.bandwidth() > 0)
        .filter(l -> all || l.name().equals("DRAM"))
        .toList();
  }

  private static void roof(
      Markup page, String colour, Roofs r, Roofs.Level level, LogAxis x, LogAxis y) {
    boolean whole = level.name().equals("DRAM");
    double dram = r.levels().get(r.levels().size() - 1).bandwidth();
    double flat = LEFT + (dram > 0 ? x.at(r.rate() / dram) : 1) * WIDE; // where DRAM's begins
    double bend = LEFT + x.at(r.rate() / level.bandwidth()) * WIDE;
    double top = TOP + HIGH - y.at(r.rate()) * HIGH;
    // Where the slope leaves the drawing: at its left or at its bottom.
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
    String dash = whole ? "" : level.name().equals("L2") ? " dash1" : " dash2";
    page.raw("<g class=\"" + colour + "\"><path class=\"roof" + dash + "\" d=\"M");
    page.raw(Lengths.at(start) + " " + Lengths.at(TOP + HIGH - y.at(low) * HIGH) + "L");
    page.raw(Lengths.at(bend) + " " + Lengths.at(top));
    page.raw("H" + Lengths.at(whole ? LEFT + WIDE : flat) + "\"/></g>\n");
  }

  private static void marks(
      Markup page,
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
    page.raw("<path class=\"lead\" d=\"M" + Lengths.at(from) + " " + Lengths.at(height) + "H");
    page.raw(Lengths.at(to) + "\"/>");
    for (Roofs.Level level : levels) {
      page.raw("<g><title>").text(words(name, level, r)).raw("</title>");
      page.raw(palette.mark(name, at(x, level.intensity()), height, level.name().equals("DRAM")));
      page.raw("</g>");
    }
    double last = at(x, levels.get(levels.size() - 1).intensity());
    LabelPlaces.Place place = places.label(last, height, name);
    if (place.isFar()) {
      page.raw("<path class=\"lead\" d=\"M" + Lengths.at(last) + " " + Lengths.at(height) + "L");
      page.raw(Lengths.at(place.x()) + " " + Lengths.at(place.y() - 4) + "\"/>");
    }
    page.raw("<text class=\"s\" x=\"" + Lengths.at(place.x()) + "\" y=\"");
    page.raw(Lengths.at(place.y()) + "\">").text(name).raw("</text>\n");
  }

  private static String words(String name, Roofs.Level level, Roofs r) {
    return name
        + ", "
        + level.name()
        + ": "
        + Lengths.scaled(r.reached(), "")
        + " "
        + r.unit()
        + " a second, "
        + Lengths.ratio(level.intensity())
        + " a byte";
  }

  private void table(Markup page, int p, List<Integer> there, List<Roofs> roofs) {
    List<Column> columns = new ArrayList<>(List.of(Column.words("device")));
    String unit = roofs.get(there.get(0)).unit();
    columns.add(Column.figures("G" + unit + "/s").meaning("Operations a second."));
    columns.add(
        Column.figures("of peak %")
            .meaning("Of what all lanes can do: multiply-adds at full rate."));
    for (String level : List.of("L1", "L2", "DRAM")) {
      columns.add(
          Column.figures(level + " " + unit + "/B").meaning("Operations for each byte moved."));
      columns.add(Column.figures(level + " GB/s").meaning("Bytes moved a second."));
      columns.add(Column.figures(level + " of peak %").meaning("Of its peak bandwidth."));
    }
    HtmlTable table =
        HtmlTable.begin(
            page,
            "roofs" + p,
            c.workloads().get(p) + ": work and bytes by level of memory",
            columns,
            "");
    for (int d : there) {
      Roofs r = roofs.get(d);
      table.row(c.names().get(d)).cell(Lengths.fixed(r.reached() / 1e9, 2));
      table.cell(r.rate() == 0 ? "" : Lengths.fixed(100 * r.reached() / r.rate(), 1));
      for (String name : List.of("L1", "L2", "DRAM")) {
        level(table, r, name);
      }
      table.done();
    }
    table.end();
  }

  private static void level(HtmlTable table, Roofs r, String name) {
    for (Roofs.Level l : r.levels()) {
      if (l.name().equals(name)) {
        double moved = r.reached() / l.intensity();
        table.cell(Lengths.ratio(l.intensity())).cell(Lengths.fixed(moved / 1e9, 1));
        table.cell(l.bandwidth() == 0 ? "" : Lengths.fixed(100 * moved / l.bandwidth(), 1));
        return;
      }
    }
    table.cell("").cell("").cell("");
  }
}
