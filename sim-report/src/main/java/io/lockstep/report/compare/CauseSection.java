// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Shares;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Heading;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The section on issue cycles by stall reason. Each device has a bar on a common time scale, with
 * values beside it; a folded table shows the stall reasons specific to each family.
 */
record CauseSection(ComparedResults c, Footnote foot) {
  void write(Element page) {
    page.p(
        "Bar length: kernel time, on one scale per workload. Segments: shares of issue-port"
            + " cycles. In each cycle a port issues or stalls for one reason, so the percentages"
            + " of a device add up to 100.");
    Element key = page.child("ul.key").with("data-bars", "");
    for (CommonCause cause : CommonCause.values()) {
      key.child("li", Element.of("i.k" + cause.ordinal()), cause.label());
    }
    c.folded(page, this::point);
  }

  private void point(Element page, int p) {
    WorkloadResults point = c.points().get(p);
    List<PortCycles> cycles = point.results().stream().map(PortCycles::of).toList();
    List<CommonCause> causes = new ArrayList<>();
    for (CommonCause cause : CommonCause.values()) {
      if (cycles.stream().anyMatch(r -> r.of(cause) > 0)) {
        causes.add(cause);
      }
    }
    if (causes.isEmpty()) {
      page.p("No device reports issue-port cycles.");
      return;
    }
    List<Heading> columns = Heading.all("device", ">kernels µs", "issue-port cycles");
    causes.forEach(k -> columns.add(Heading.figures(k.label()).meaning(k.meaning())));
    String caption = ": issue-port cycles by stall reason, %";
    HtmlTable table =
        new HtmlTable(page, "causes" + p, c.workloads().get(p) + caption, columns).classed("bars");
    for (int d = 0; d < c.devices().size(); d++) {
      RunResult r = point.results().get(d);
      if (!r.isSimulated()) {
        continue;
      }
      PortCycles own = cycles.get(d);
      int[] shares = Shares.of(causes.stream().mapToLong(own::of).toArray());
      double length = 100.0 * r.kernelPicos() / Math.max(1, point.longestKernels());
      List<String> cells = new ArrayList<>();
      for (int k = 0; k < shares.length; k++) {
        cells.add(own.common().containsKey(causes.get(k)) ? Shares.text(shares[k]) : "");
      }
      Element bar = bar(causes, shares, length);
      table.row(c.names().get(d), Lengths.micros(r.kernelPicos()), bar, cells);
    }
    if (cycles.stream().anyMatch(r -> !r.inLaunches() && r.all() > 0)) {
      page.note(
          "For results without times by line, \"no wavefront\" includes the time between launches.");
    }
    own(page, p, cycles);
    foot.write(page, point);
  }

  /** Draws a bar, hidden from screen readers because adjacent cells contain its values. */
  private static Element bar(List<CommonCause> causes, int[] shares, double length) {
    Element bar = Element.of("div").with("aria-hidden", true);
    bar.with("style", "--w:" + Lengths.at(length) + "%");
    for (int k = 0; k < shares.length; k++) {
      if (shares[k] > 0) {
        bar.child("i.k" + causes.get(k).ordinal())
            .with("style", "width:" + Shares.text(shares[k]) + "%");
      }
    }
    return Element.of("td.bar", bar);
  }

  /** Adds the stall reasons that are specific to each family. */
  private void own(Element page, int p, List<PortCycles> cycles) {
    Map<String, List<Integer>> families = new TreeMap<>();
    for (int d = 0; d < c.devices().size(); d++) {
      if (c.points().get(p).results().get(d).isSimulated()) {
        families.computeIfAbsent(c.devices().get(d).family(), f -> new ArrayList<>()).add(d);
      }
    }
    Element folded = page.details("Stall reasons by device family");
    families.forEach((family, devices) -> family(folded, p, family, devices, cycles));
  }

  private void family(
      Element page, int p, String family, List<Integer> devices, List<PortCycles> cycles) {
    List<String> names = List.copyOf(cycles.get(devices.get(0)).own().keySet());
    List<Heading> columns = Heading.all("stall reason");
    devices.forEach(d -> columns.add(Heading.figures(c.names().get(d))));
    columns.add(Heading.words("meaning"));
    HtmlTable table =
        new HtmlTable(
            page,
            "own" + p + "x" + family.replaceAll("[^A-Za-z0-9]", ""),
            "%s, %s: issue-port cycles by stall reason of the family, %%"
                .formatted(c.workloads().get(p), family),
            columns);
    List<int[]> shares = new ArrayList<>();
    for (int d : devices) {
      SortedMap<String, Long> own = cycles.get(d).own();
      shares.add(Shares.of(names.stream().mapToLong(n -> own.getOrDefault(n, 0L)).toArray()));
    }
    for (int n = 0; n < names.size(); n++) {
      String name = names.get(n);
      int at = n;
      table.row(
          name.substring(IssueCause.PREFIX.length()).replace('_', ' '),
          shares.stream().map(share -> Shares.text(share[at])).toList(),
          c.statistics().find(name).map(s -> s.definition()).orElse(""));
    }
  }
}
