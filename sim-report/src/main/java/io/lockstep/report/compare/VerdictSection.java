package io.lockstep.report.compare;

import io.lockstep.report.page.Column;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Markup;
import io.lockstep.run.RunResult;
import java.util.List;

/** Sentences for each device beside the base. */
final class VerdictSection {
  private final Comparison c;
  private final Footnote foot;

  VerdictSection(Comparison c, Footnote foot) {
    this.c = c;
    this.foot = foot;
  }

  void write(Markup page) {
    page.raw("<p>Each device beside ").text(c.names().get(c.base()));
    page.raw(", by written rules from the figures of this page. They say where the time is, not ");
    page.raw("what would change it: <code>lockstep explain</code> finds that by simulation.</p>\n");
    c.folded(page, this::point);
  }

  private void point(Markup page, int p) {
    List<RunResult> results = c.points().get(p).results();
    RunResult base = results.get(c.base());
    if (!base.isSimulated()) {
      page.element("p", c.names().get(c.base()) + " has no time on it.").raw("\n");
      return;
    }
    HtmlTable table =
        HtmlTable.begin(
            page,
            "verdicts" + p,
            c.workloads().get(p) + ": beside " + c.names().get(c.base()),
            List.of(Column.words("device"), Column.words("what differs")),
            "");
    for (int d = 0; d < results.size(); d++) {
      RunResult own = results.get(d);
      if (d != c.base() && own.isSimulated() && own.picos() > 0 && own.kernelPicos() > 0) {
        table.row(c.names().get(d));
        table.cell(Verdict.of(c.names().get(c.base()), base, c.names().get(d), own, c.kernels()));
        table.done();
      }
    }
    table.end();
    foot.write(page, c.points().get(p));
  }
}
