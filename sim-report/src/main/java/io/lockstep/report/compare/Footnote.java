package io.lockstep.report.compare;

import io.lockstep.report.page.Column;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Markup;
import io.lockstep.report.page.Origin;
import io.lockstep.run.RunResult;
import java.util.List;

/** What stands below each figure: what to type to have it again, and what it was made of. */
final class Footnote {
  private static final int SHORT = 12;
  private static final int MOST = 240; // characters of a command that is repeated

  private final Comparison c;
  private final Origin origin;

  Footnote(Comparison c, Origin origin) {
    this.c = c;
    this.origin = origin;
  }

  /** Below a figure of all workloads. */
  void write(Markup page) {
    command(page);
    page.raw("</p>\n");
  }

  private void command(Markup page) {
    page.raw("<p class=\"origin\">");
    if (origin.command().length() <= MOST) {
      page.element("code", origin.command()).text(" · Lockstep " + origin.version());
      page.raw(" · <a href=\"#hashes\">hashes</a>");
    } else {
      page.raw("<a href=\"#hashes\">what to type, hashes</a>");
      page.text(" · Lockstep " + origin.version());
    }
  }

  /** Below a figure of one workload. */
  void write(Markup page, Point p) {
    command(page);
    String trace = trace(p);
    if (!trace.isEmpty()) {
      page.raw(" · trace ").element("code", trace.substring(0, SHORT));
    }
    page.raw("</p>\n");
  }

  private static String trace(Point p) {
    return p.results().stream()
        .map(RunResult::traceSha256)
        .filter(t -> !t.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** All of them in full. */
  void hashes(Markup page) {
    page.raw(
        "<p>The same command with the same version gives the same figures, and this page byte ");
    page.raw("for byte, whatever the machine and the number of threads.</p>\n<p>");
    page.element("code", origin.command()).raw("</p>\n");
    HtmlTable table =
        HtmlTable.begin(
            page,
            "traces",
            "What was executed: SHA-256 of each workload's trace",
            List.of(Column.words("workload"), Column.words("parameters"), Column.words("trace")),
            "");
    for (int i = 0; i < c.points().size(); i++) {
      Point p = c.points().get(i);
      table.row(c.workloads().get(i)).cell(p.parameters());
      table.cell("class=\"w\"", code(trace(p))).done();
    }
    table.end();
    table =
        HtmlTable.begin(
            page,
            "specifications",
            "What it ran on: SHA-256 of each device's specification",
            List.of(
                Column.words("device"),
                Column.words("name"),
                Column.words("set"),
                Column.words("specification")),
            "");
    for (int i = 0; i < c.devices().size(); i++) {
      StringBuilder set = new StringBuilder();
      c.devices()
          .get(i)
          .overrides()
          .forEach((k, v) -> set.append(set.isEmpty() ? "" : " ").append(k + "=" + v));
      table.row(c.names().get(i)).cell(c.devices().get(i).name()).cell(set.toString());
      table.cell("class=\"w\"", code(c.devices().get(i).hash())).done();
    }
    table.end();
  }

  private static String code(String hash) {
    return new Markup().element("code", hash).toString();
  }
}
