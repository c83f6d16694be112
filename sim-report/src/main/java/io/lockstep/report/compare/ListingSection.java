package io.lockstep.report.compare;

import io.lockstep.observe.line.LineTimes;
import io.lockstep.report.page.Column;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Markup;
import io.lockstep.report.page.Shares;
import io.lockstep.run.RunResult;
import io.lockstep.spi.stats.CommonCause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The source of each workload with the heat of its lines, devices side by side. */
final class ListingSection {
  private static final int WORTH = 100; // tenths of a percent, from which on the cause is named
  private static final String ROWS = "Rows of machine code that came from the line.";

  private final Comparison c;
  private final Footnote foot;

  private final int least;
  private final int most;

  /**
   * @param least tenths of a percent that a line must have on some device to be listed by itself
   * @param most rows of machine code of a kernel on a device
   */
  ListingSection(Comparison c, Footnote foot, int least, int most) {
    this.most = most;
    this.least = least;
    this.c = c;
    this.foot = foot;
  }

  /** Whether there is anything to list. */
  boolean isThere() {
    return c.points().stream().anyMatch(p -> !new Listing(p, least).devices().isEmpty());
  }

  void write(Markup page) {
    page.raw(
        "<p>Percent of the cycles in which an issue port had a wavefront, and for what most of ");
    page.raw(
        "them went. A device&#39;s figures add up to 100. Where data is waited for, it is the ");
    page.raw("line that waits: on some families the load, on others what uses it. ");
    page.raw("Two devices are shown; <i>Columns</i> has the others.</p>\n");
    if (least > 0) {
      page.raw("<p class=\"note\">The page would be too large with all lines: those below ");
      page.raw(Shares.text(least) + " % on every device are one.</p>\n");
    }
    if (most == 0) {
      page.raw("<p class=\"note\">The page would be too large with the machine code: ");
      page.raw("<code>lockstep inspect TRACE -d DEVICE</code> prints it.</p>\n");
    } else {
      page.raw("<p>Behind them stands how many rows of the two devices&#39; own code came from a ");
      page.raw("line; they lead to the code, which is folded below, and its rows lead back. ");
      page.raw(
          "A row&#39;s own figure is what ports did for it; of a clause its head has it, and ");
      page.raw("a row has the shade of its line at its left.</p>\n");
    }
    c.folded(page, this::point);
  }

  private void point(Markup page, int p) {
    Point point = c.points().get(p);
    Listing listing = new Listing(point, least);
    List<Integer> devices = listing.devices();
    if (devices.isEmpty()) {
      page.raw("<p>No device reports its time by line.</p>\n");
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
    CodeTables code = new CodeTables(c.names(), p, listing, lines, shown(point, devices), most);
    List<Integer> coded = code.devices();
    coded.forEach(d -> columns.add(Column.figures(c.names().get(d) + " code").meaning(ROWS)));
    HtmlTable table =
        HtmlTable.begin(
            page,
            "lines" + p,
            c.workloads().get(p) + ": " + names + ", percent of cycles by line",
            columns,
            "data-show=\"" + columns(point, devices, coded.size()) + "\"");
    for (int i = 0; i < lines.size(); i++) {
      Listing.Line line = lines.get(i);
      table.row(
          line.line() == 0 ? "–" : (files ? line.file() + ":" : "") + line.line(),
          code.attributes(i));
      table.cell("class=\"src\"", new Markup().text(line.text()).toString());
      int index = i;
      if (code.attributes(i).isEmpty()
          && line.heat().stream().allMatch(heat -> heat == null || heat.tenths() == 0)) {
        table.doneEarly();
        continue;
      }
      line.heat().forEach(heat -> cell(table, heat));
      coded.forEach(d -> table.cell("", code.links(index, d)));
      table.done();
    }
    table.foot();
    table.row("all").cell("lines");
    devices.forEach(d -> table.cell("100.0"));
    coded.forEach(d -> table.cell(""));
    table.done();
    table.row("there").cell("of all cycles of issue ports a wavefront was there in");
    devices.forEach(d -> table.cell(presence(point.results().get(d)) + " %"));
    coded.forEach(d -> table.cell(""));
    table.done().end();
    code.write(page);
    foot.write(page, point);
  }

  private static void cell(HtmlTable table, Listing.Heat heat) {
    if (heat == null || heat.tenths() == 0) {
      table.cell("", "");
      return;
    }
    String shade = Shade.of(heat.tenths());
    String cause = heat.tenths() >= WORTH ? "<small>" + heat.cause().label() + "</small>" : "";
    table.cell(
        shade.isEmpty() ? "" : "class=\"" + shade + "\"", Shares.text(heat.tenths()) + cause);
  }

  /** The base and the fastest of the others. */
  private List<Integer> shown(Point point, List<Integer> devices) {
    int first = devices.contains(c.base()) ? c.base() : devices.get(0);
    int other =
        devices.stream()
            .filter(d -> d != first)
            .min(Comparator.comparingLong(d -> point.results().get(d).kernelPicos()))
            .orElse(first);
    return other == first ? List.of(first) : List.of(first, other);
  }

  /** Columns of those, and of their code. */
  private String columns(Point point, List<Integer> devices, int coded) {
    StringBuilder columns = new StringBuilder("0,1");
    shown(point, devices).forEach(d -> columns.append(",").append(2 + devices.indexOf(d)));
    for (int i = 0; i < coded; i++) {
      columns.append(",").append(2 + devices.size() + i);
    }
    return columns.toString();
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
