package io.lockstep.report.compare;

import io.lockstep.report.page.Column;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Markup;
import io.lockstep.report.page.Shares;
import io.lockstep.run.RunResult;
import io.lockstep.spi.stats.CommonCause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** What issue ports did over the time of launches: a narrow strip a device, below each other. */
final class StripSection {
  private static final int FEW = 4; // devices that are shown
  private static final int PARTS = 8; // of the time, in the table of figures
  private static final int LEAST = 5; // tenths of a percent

  private final Comparison c;
  private final Footnote foot;
  private final int most;

  /**
   * @param most steps of a strip; 0 for no strips at all
   */
  StripSection(Comparison c, Footnote foot, int most) {
    this.c = c;
    this.foot = foot;
    this.most = most;
  }

  boolean isThere() {
    return most > 0 && c.results().stream().anyMatch(Strip::isThere);
  }

  void write(Markup page) {
    page.raw(
        "<p>Simulated time runs to the right, each strip from 0 to its own kernels&#39; time; the box ");
    page.raw("above the strips puts the devices of a workload on one scale. ");
    page.raw("Shown are ");
    page.raw("launches one behind the other, without the time between them. Up: the issue ");
    page.raw("ports, all of a device together, by what they did: the lowest issued, those above ");
    page.raw(
        "waited, and where nothing is drawn there was no wavefront. Strips end at the percentage of all ports that ");
    page.raw("stands beside them. ");
    page.raw(c.devices().size() > FEW ? "Shown: the base, and the fastest of each family." : "");
    page.raw("</p>\n<ul class=\"key\">\n");
    for (CommonCause cause : CommonCause.values()) {
      if (cause != CommonCause.NO_WAVEFRONT) {
        page.raw("<li><i class=\"p" + cause.ordinal() + "\"></i>").text(cause.label());
        page.raw("</li>\n");
      }
    }
    page.raw("</ul>\n");
    c.folded(page, this::point);
  }

  private void point(Markup page, int p) {
    Point point = c.points().get(p);
    List<Integer> shown = shown(point);
    if (shown.isEmpty()) {
      page.raw("<p>No result has it.</p>\n");
      return;
    }
    List<Strip> strips = shown.stream().map(d -> new Strip(point.results().get(d))).toList();
    long longest =
        shown.stream().mapToLong(d -> point.results().get(d).kernelPicos()).max().orElse(1);
    page.raw("<input type=\"checkbox\" class=\"common\" id=\"common" + p + "\"/> ");
    page.raw("<label for=\"common" + p + "\">one time scale for all devices</label>\n");
    HtmlTable table =
        HtmlTable.begin(
            page,
            "strips" + p,
            c.workloads().get(p) + ": what issue ports did, from the first launch to the last",
            List.of(
                Column.words("device"),
                Column.figures("kernels µs"),
                Column.figures("to %").meaning("Of all issue ports, where its strip ends."),
                Column.words("over time")),
            "class=\"strips\"");
    for (int i = 0; i < shown.size(); i++) {
      RunResult r = point.results().get(shown.get(i));
      String name = c.names().get(shown.get(i));
      double wide = 100.0 * r.kernelPicos() / Math.max(1, longest);
      String label = name + " over time; its figures are in the table below";
      table.row(name).cell(Lengths.micros(r.kernelPicos())).cell("" + strips.get(i).top(most));
      table.cell(
          "class=\"bar\"",
          "<div style=\"--w:"
              + Lengths.at(wide)
              + "%\">"
              + strips.get(i).drawing(most, new Markup().text(label).toString())
              + "</div>");
      table.done();
    }
    table.end();
    page.raw("<details><summary>Figures of the strips</summary>\n");
    figures(page, p, shown, strips);
    page.raw("</details>\n");
    foot.write(page, point);
  }

  /** The base, and the fastest of each family; of few devices all. */
  private List<Integer> shown(Point point) {
    List<Integer> there = new ArrayList<>();
    for (int d = 0; d < c.devices().size(); d++) {
      if (Strip.isThere(point.results().get(d))) {
        there.add(d);
      }
    }
    if (there.size() <= FEW) {
      return there;
    }
    Set<Integer> shown = new TreeSet<>();
    if (there.contains(c.base())) {
      shown.add(c.base());
    }
    Set<String> families = new TreeSet<>();
    there.stream()
        .sorted(Comparator.comparingLong(d -> point.results().get(d).kernelPicos()))
        .filter(d -> families.add(c.devices().get(d).family()))
        .limit(FEW - shown.size())
        .forEach(shown::add);
    return List.copyOf(shown);
  }

  /** Whether it would be hard to see. */
  private static boolean rare(Strip strip, CommonCause cause) {
    return IntStream.range(0, PARTS).allMatch(i -> strip.tenths(cause, i, PARTS) < LEAST);
  }

  private void figures(Markup page, int p, List<Integer> shown, List<Strip> strips) {
    List<Column> columns = new ArrayList<>(List.of(Column.words("device"), Column.words("cause")));
    for (int i = 1; i <= PARTS; i++) {
      columns.add(Column.figures(i + "/" + PARTS));
    }
    HtmlTable table =
        HtmlTable.begin(
            page,
            "eighths" + p,
            c.workloads().get(p)
                + ": percent of all issue ports by eighths of each device's time; causes of half a"
                + " percent and more",
            columns,
            "");
    for (int i = 0; i < shown.size(); i++) {
      Strip strip = strips.get(i);
      for (CommonCause cause : Arrays.stream(CommonCause.values()).filter(strip::has).toList()) {
        if (rare(strip, cause)) {
          continue;
        }
        table.row(c.names().get(shown.get(i))).cell(cause.label());
        for (int part = 0; part < PARTS; part++) {
          table.cell(Shares.text(Math.toIntExact(strip.tenths(cause, part, PARTS))));
        }
        table.done();
      }
    }
    table.end();
  }
}
