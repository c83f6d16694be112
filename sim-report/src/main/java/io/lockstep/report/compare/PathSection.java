// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Shares;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Heading;
import io.lockstep.spi.path.PathResource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The section on critical paths by resource, if they were requested. */
record PathSection(ComparedResults c, Footnote foot) {
  boolean isThere() {
    return c.results().stream().anyMatch(r -> r.path() != null);
  }

  void write(Element page) {
    page.p(
        "The critical path of each launch, followed back from its last write along the latest"
            + " input of each step. Shares of kernel time by resource, in percent, add up to 100.");
    c.folded(page, this::point);
  }

  private void point(Element page, int p) {
    WorkloadResults point = c.points().get(p);
    // Meaning by share key, in the order of resources.
    Map<String, String> meanings = new LinkedHashMap<>();
    for (PathResource k : PathResource.values()) {
      point.results().stream()
          .filter(r -> r.path() != null)
          .flatMap(r -> r.path().shares().shares().stream())
          .filter(s -> s.meaning().equals(k.meaning()))
          .forEach(s -> meanings.putIfAbsent(s.key(), s.meaning()));
    }
    List<Heading> columns = Heading.all("device", ">kernels µs");
    meanings.forEach(
        (key, meaning) -> columns.add(Heading.figures(key.replace('_', ' ')).meaning(meaning)));
    String caption = c.workloads().get(p) + ": critical path by resource, %";
    HtmlTable table = new HtmlTable(page, "path" + p, caption, columns).classed("bars");
    for (int d = 0; d < c.devices().size(); d++) {
      RunResult r = point.results().get(d);
      if (r.path() == null) {
        continue;
      }
      Map<String, Long> ticks = new LinkedHashMap<>();
      r.path().shares().shares().forEach(s -> ticks.put(s.key(), s.ticks()));
      int[] shares =
          Shares.of(meanings.keySet().stream().mapToLong(k -> ticks.getOrDefault(k, 0L)).toArray());
      List<Element> cells = new ArrayList<>();
      for (int share : shares) {
        cells.add(Element.of("td", Shares.text(share)).classed(Shade.of(share)));
      }
      table.row(c.names().get(d), Lengths.micros(r.kernelPicos()), cells);
    }
    foot.write(page, point);
  }
}
