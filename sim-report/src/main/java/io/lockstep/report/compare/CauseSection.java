package io.lockstep.report.compare;

import io.lockstep.report.page.Column;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Markup;
import io.lockstep.report.page.Shares;
import io.lockstep.run.RunResult;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where the cycles of issue ports went, by the causes that all families share: a bar a device on
 * one scale of time, with its figures beside it; the family's own causes folded below.
 */
final class CauseSection {
  private final Comparison c;
  private final Footnote foot;

  CauseSection(Comparison c, Footnote foot) {
    this.c = c;
    this.foot = foot;
  }

  void write(Markup page) {
    page.raw("<p>Each bar is as long as the kernels took, on one scale for the devices of a ");
    page.raw(
        "workload, and divided as the cycles of all issue ports are. A port issues, or waits ");
    page.raw(
        "for one reason in each cycle of the launches; figures are percent and add up to 100.</p>\n");
    page.raw("<ul class=\"key\" data-bars=\"\">\n");
    for (CommonCause cause : CommonCause.values()) {
      page.raw("<li><i class=\"k" + cause.ordinal() + "\"></i>").text(cause.label()).raw("</li>\n");
    }
    page.raw("</ul>\n");
    c.folded(page, this::point);
  }

  private void point(Markup page, int p) {
    Point point = c.points().get(p);
    List<PortCycles> cycles = point.results().stream().map(PortCycles::of).toList();
    List<CommonCause> causes = new ArrayList<>();
    for (CommonCause cause : CommonCause.values()) {
      if (cycles.stream().anyMatch(r -> r.of(cause) > 0)) {
        causes.add(cause);
      }
    }
    if (causes.isEmpty()) {
      page.raw("<p>No result has these figures.</p>\n");
      return;
    }
    List<Column> columns = new ArrayList<>(List.of(Column.words("device")));
    columns.add(Column.figures("kernels µs"));
    columns.add(Column.words("cycles of issue ports"));
    causes.forEach(k -> columns.add(Column.figures(k.label()).meaning(k.meaning())));
    HtmlTable table =
        HtmlTable.begin(
            page,
            "causes" + p,
            c.workloads().get(p) + ": percent of the cycles of issue ports, by common cause",
            columns,
            "class=\"bars\"");
    for (int d = 0; d < c.devices().size(); d++) {
      RunResult r = point.results().get(d);
      if (!r.isSimulated()) {
        continue;
      }
      int[] shares = Shares.of(causes.stream().mapToLong(cycles.get(d)::of).toArray());
      double length = 100.0 * r.kernelPicos() / Math.max(1, point.longestKernels());
      table.row(c.names().get(d)).cell(Lengths.micros(r.kernelPicos()));
      table.cell("class=\"bar\"", bar(causes, shares, length));
      for (int k = 0; k < shares.length; k++) {
        boolean known = cycles.get(d).common().containsKey(causes.get(k));
        table.cell(known ? Shares.text(shares[k]) : "");
      }
      table.done();
    }
    table.end();
    if (cycles.stream().anyMatch(r -> !r.inLaunches() && r.all() > 0)) {
      page.raw(
          "<p class=\"note\">Of results without times by line the time between launches is in ");
      page.raw("&quot;no wavefront&quot;, too.</p>\n");
    }
    own(page, p, cycles);
    foot.write(page, point);
  }

  /** The figures beside it are what a reader of screens reads. */
  private static String bar(List<CommonCause> causes, int[] shares, double length) {
    StringBuilder bar = new StringBuilder("<div aria-hidden=\"true\"");
    bar.append(" style=\"--w:" + Lengths.at(length) + "%\">");
    for (int k = 0; k < shares.length; k++) {
      if (shares[k] > 0) {
        bar.append("<i class=\"k" + causes.get(k).ordinal() + "\" style=\"width:");
        bar.append(Shares.text(shares[k]) + "%\"></i>");
      }
    }
    return bar.append("</div>").toString();
  }

  /** The causes that each family accounts to by itself. */
  private void own(Markup page, int p, List<PortCycles> cycles) {
    Map<String, List<Integer>> families = new TreeMap<>();
    for (int d = 0; d < c.devices().size(); d++) {
      if (c.points().get(p).results().get(d).isSimulated()) {
        families.computeIfAbsent(c.devices().get(d).family(), f -> new ArrayList<>()).add(d);
      }
    }
    page.raw("<details><summary>The families&#39; own causes</summary>\n");
    families.forEach((family, devices) -> family(page, p, family, devices, cycles));
    page.raw("</details>\n");
  }

  private void family(
      Markup page, int p, String family, List<Integer> devices, List<PortCycles> cycles) {
    List<String> names = List.copyOf(cycles.get(devices.get(0)).own().keySet());
    List<Column> columns = new ArrayList<>(List.of(Column.words("cause")));
    devices.forEach(d -> columns.add(Column.figures(c.names().get(d))));
    columns.add(Column.words("what the port does"));
    HtmlTable table =
        HtmlTable.begin(
            page,
            "own" + p + "x" + family.replaceAll("[^A-Za-z0-9]", ""),
            c.workloads().get(p) + ", " + family + ": percent of the cycles of issue ports",
            columns,
            "");
    List<int[]> shares = new ArrayList<>();
    for (int d : devices) {
      SortedMap<String, Long> own = cycles.get(d).own();
      shares.add(Shares.of(names.stream().mapToLong(n -> own.getOrDefault(n, 0L)).toArray()));
    }
    for (int n = 0; n < names.size(); n++) {
      table.row(names.get(n).substring(IssueCause.PREFIX.length()).replace('_', ' '));
      for (int[] share : shares) {
        table.cell(Shares.text(share[n]));
      }
      String name = names.get(n);
      table.cell(c.statistics().find(name).map(s -> s.definition()).orElse("")).done();
    }
    table.end();
  }
}
