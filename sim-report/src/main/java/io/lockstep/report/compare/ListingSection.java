package io.lockstep.report.compare;

import io.lockstep.parts.stats.CommonCause;
import io.lockstep.report.page.Column;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Markup;
import io.lockstep.report.page.Shares;
import io.lockstep.run.RunResult;
import io.lockstep.run.line.LineTimes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The source of each workload with the heat of its lines, devices side by side. */
final class ListingSection {
  private static final int WORTH = 50; // tenths of a percent, from which on the cause is named
  private static final int[] LEAST = {250, 120, 60, 30, 10};

  private final Comparison c;
  private final Footnote foot;

  ListingSection(Comparison c, Footnote foot) {
    this.c = c;
    this.foot = foot;
  }

  /** Whether there is anything to list. */
  boolean isThere() {
    return c.points().stream().anyMatch(p -> !new Listing(p).devices().isEmpty());
  }

  void write(Markup page) {
    page.raw(
        "<p>Percent of the cycles in which an issue port had a wavefront, and for what most of ");
    page.raw(
        "them went. A device&#39;s figures add up to 100. Where data is waited for, it is the ");
    page.raw("line that waits: on some families the load, on others what uses it. ");
    page.raw("Two devices are shown; <i>Columns</i> has the others.</p>\n");
    c.folded(page, this::point);
  }

  private void point(Markup page, int p) {
    Point point = c.points().get(p);
    Listing listing = new Listing(point);
    List<Integer> devices = listing.devices();
    if (devices.isEmpty()) {
      page.raw("<p>No device tells by line where its time went.</p>\n");
      return;
    }
    List<Listing.Line> lines = listing.lines();
    boolean files =
        lines.stream().map(Listing.Line::file).filter(f -> !f.isEmpty()).distinct().count() > 1;
    String names =
        lines.stream()
            .map(Listing.Line::file)
            .filter(f -> !f.isEmpty())
            .distinct()
            .collect(Collectors.joining(", "));
    List<Column> columns = new ArrayList<>(List.of(Column.words("line"), Column.words("source")));
    devices.forEach(d -> columns.add(Column.figures(c.names().get(d))));
    HtmlTable table =
        HtmlTable.begin(
            page,
            "lines" + p,
            c.workloads().get(p) + ": " + names + ", percent of cycles by line",
            columns,
            "data-show=\"0,1," + shown(point, devices) + "\"");
    for (Listing.Line line : lines) {
      table.row(line.line() == 0 ? "" : (files ? line.file() + ":" : "") + line.line());
      table.cell("class=\"src\"", new Markup().text(line.text()).toString());
      line.heat().forEach(heat -> cell(table, heat));
      table.done();
    }
    table.foot();
    table.row("").cell("all lines");
    devices.forEach(d -> table.cell("100.0"));
    table.done();
    table.row("").cell("of all cycles of issue ports a wavefront was there in");
    devices.forEach(d -> table.cell(presence(point.results().get(d)) + " %"));
    table.done().end();
    foot.write(page, point);
  }

  private static void cell(HtmlTable table, Listing.Heat heat) {
    if (heat == null) {
      table.cell("", "");
      return;
    }
    int shade = 0;
    for (int i = 0; i < LEAST.length && shade == 0; i++) {
      shade = heat.tenths() >= LEAST[i] ? LEAST.length - i : 0;
    }
    String cause = heat.tenths() >= WORTH ? "<small>" + heat.cause().label() + "</small>" : "";
    table.cell(shade == 0 ? "" : "class=\"h" + shade + "\"", Shares.text(heat.tenths()) + cause);
  }

  /** Columns of the base and of the fastest of the others. */
  private String shown(Point point, List<Integer> devices) {
    int first = devices.contains(c.base()) ? c.base() : devices.get(0);
    int other =
        devices.stream()
            .filter(d -> d != first)
            .min(Comparator.comparingLong(d -> point.results().get(d).kernelPicos()))
            .orElse(first);
    return (2 + devices.indexOf(first))
        + (other == first ? "" : "," + (2 + devices.indexOf(other)));
  }

  private static String presence(RunResult r) {
    long all = LineTimes.sum(r.lines().inLaunches());
    long none = 0;
    for (var cause : r.lines().causes()) {
      boolean nobody = cause.common() == CommonCause.NO_WAVEFRONT;
      none += nobody ? r.lines().inLaunches()[cause.ordinal()] : 0;
    }
    return Shares.text(Shares.of(new long[] {all - none, none})[0]);
  }
}
