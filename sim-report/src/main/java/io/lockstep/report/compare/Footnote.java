// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Origin;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Heading;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.stream.Collectors;

/** Writes notes below tables and charts: the command to reproduce them, and input hashes. */
record Footnote(ComparedResults c, Origin origin) {
  private static final int SHORT = 12;
  private static final int MOST = 240; // characters; longer commands are printed only once

  void write(Element page) {
    command(page);
  }

  private Element command(Element page) {
    Element note = page.child("p.origin");
    boolean whole = origin.command().length() <= MOST;
    String version = " · Lockstep " + origin.version();
    Element hashes = Element.of("a", whole ? "hashes" : "command, hashes");
    hashes.with("href", "#hashes");
    return whole
        ? note.add(Element.of("code", origin.command()), version + " · ", hashes)
        : note.add(hashes, version);
  }

  void write(Element page, WorkloadResults p) {
    Element note = command(page);
    String trace = trace(p);
    if (!trace.isEmpty()) {
      note.add(" · trace ", Element.of("code", trace.substring(0, SHORT)));
    }
  }

  private static String trace(WorkloadResults p) {
    return p.results().stream()
        .map(RunResult::traceSha256)
        .filter(t -> !t.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** Adds the full command and all hashes. */
  void hashes(Element page) {
    page.p(
        "The same command and version give the same values and the same bytes of this page, on"
            + " any machine and with any number of threads.");
    page.p(Element.of("code", origin.command()));
    HtmlTable table =
        new HtmlTable(
            page,
            "traces",
            "Workloads: SHA-256 of each trace",
            Heading.all("workload", "parameters", "trace"));
    for (int i = 0; i < c.points().size(); i++) {
      WorkloadResults p = c.points().get(i);
      table.row(c.workloads().get(i), p.parameters(), Element.of("code", trace(p)));
    }
    table =
        new HtmlTable(
            page,
            "specifications",
            "Devices: SHA-256 of each specification",
            Heading.all("device", "name", "overrides", "specification"));
    for (int i = 0; i < c.devices().size(); i++) {
      DeviceSpec spec = c.devices().get(i);
      String set =
          spec.overrides().entrySet().stream()
              .map(e -> e.getKey() + "=" + e.getValue())
              .collect(Collectors.joining(" "));
      table.row(c.names().get(i), spec.name(), set, Element.of("code", spec.hash()));
    }
  }
}
