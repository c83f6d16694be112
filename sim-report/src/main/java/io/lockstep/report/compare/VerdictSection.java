// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Heading;
import java.util.List;

/** The section that explains in sentences how each device differs from the base. */
record VerdictSection(ComparedResults c, Footnote foot) {
  void write(Element page) {
    page.p(
        "Compares each device with " + c.names().get(c.base()),
        " by fixed rules applied to the results on this page. The sentences show where time is"
            + " spent, not why: ",
        Element.of("code", "lockstep explain"),
        " determines by simulation which parameters cause the difference.");
    c.folded(page, this::point);
  }

  private void point(Element page, int p) {
    List<RunResult> results = c.points().get(p).results();
    RunResult base = results.get(c.base());
    String baseName = c.names().get(c.base());
    if (!base.isSimulated()) {
      page.p(baseName + " has no result.");
      return;
    }
    HtmlTable table =
        new HtmlTable(
            page,
            "verdicts" + p,
            c.workloads().get(p) + ": compared with " + baseName,
            Heading.all("device", "differences"));
    for (int d = 0; d < results.size(); d++) {
      RunResult own = results.get(d);
      if (d != c.base() && own.isSimulated() && own.picos() > 0 && own.kernelPicos() > 0) {
        String name = c.names().get(d);
        table.row(name, DeviceVerdict.of(baseName, base, name, own, c.kernels()));
      }
    }
    foot.write(page, c.points().get(p));
  }
}
