// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Shares;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Heading;
import io.lockstep.spi.stats.CommonCause;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The section with the timelines of issue ports over the launches, one for each device.
 *
 * @param most maximum number of steps of a timeline; 0 omits the section
 */
record StripSection(ComparedResults c, Footnote foot, int most) {
  private static final int PARTS = 8; // equal parts of the time in the table of values
  private static final int LEAST = 5; // minimum visible share, in tenths of a per cent

  boolean isThere() {
    return most > 0 && c.results().stream().anyMatch(Strip::isThere);
  }

  void write(Element page) {
    page.p(
        "Horizontal: kernel time, launches back to back. Vertical: all issue ports of the device"
            + " by activity, issuing at the bottom, stall reasons above; blank: no resident"
            + " wavefront. The vertical axis ends at the percentage of all ports in column"
            + " \"axis maximum\". ",
        c.devices().size() > ComparedResults.SHOWN
            ? "Shown: the base, and the fastest of each family."
            : "");
    Element key = page.child("ul.key");
    for (CommonCause cause : CommonCause.values()) {
      if (cause != CommonCause.NO_WAVEFRONT) {
        key.child("li", Element.of("i.p" + cause.ordinal()), cause.label());
      }
    }
    c.folded(page, this::point);
  }

  private void point(Element page, int p) {
    WorkloadResults point = c.points().get(p);
    List<Integer> shown = c.few(point, Strip::isThere);
    if (shown.isEmpty()) {
      page.p("No device reports issue-port activity over time.");
      return;
    }
    List<Strip> strips = shown.stream().map(d -> new Strip(point.results().get(d))).toList();
    if (strips.stream().anyMatch(Strip::hasGaps)) {
      page.p("Dashed line: work is left out here; time is that of the simulated part.");
    }
    long longest =
        shown.stream().mapToLong(d -> point.results().get(d).kernelPicos()).max().orElse(1);
    page.child("input.common").with("type", "checkbox").with("id", "common" + p);
    page.add(" ")
        .child("label", "Use the same time scale for all devices")
        .with("for", "common" + p);
    HtmlTable table =
        new HtmlTable(
                page,
                "strips" + p,
                c.workloads().get(p) + ": issue-port activity over kernel time",
                Heading.all(
                    "device",
                    ">kernels µs",
                    Heading.figures("axis maximum, %")
                        .meaning("Share of all issue ports at the top of the chart."),
                    "activity over time"))
            .classed("strips");
    for (int i = 0; i < shown.size(); i++) {
      RunResult r = point.results().get(shown.get(i));
      String name = c.names().get(shown.get(i));
      double wide = 100.0 * r.kernelPicos() / Math.max(1, longest);
      String label = name + " over time; the table below has its values";
      Element strip = Element.of("div", strips.get(i).drawing(most, label));
      table.row(
          name,
          Lengths.micros(r.kernelPicos()),
          strips.get(i).top(most),
          Element.of("td.bar", strip.with("style", "--w:" + Lengths.at(wide) + "%")));
    }
    figures(page.details("Values as a table"), p, shown, strips);
    foot.write(page, point);
  }

  /** Whether a stall reason is too rare to be visible. */
  private static boolean rare(Strip strip, CommonCause cause) {
    return IntStream.range(0, PARTS).allMatch(i -> strip.tenths(cause, i, PARTS) < LEAST);
  }

  private void figures(Element page, int p, List<Integer> shown, List<Strip> strips) {
    List<Heading> columns = Heading.all("device", "stall reason");
    for (int i = 1; i <= PARTS; i++) {
      columns.add(Heading.figures(i + "/" + PARTS));
    }
    HtmlTable table =
        new HtmlTable(
            page,
            "eighths" + p,
            c.workloads().get(p)
                + ": issue-port cycles by stall reason, % of each eighth of the kernel time;"
                + " reasons below 0.5 % omitted",
            columns);
    for (int i = 0; i < shown.size(); i++) {
      Strip strip = strips.get(i);
      String name = c.names().get(shown.get(i));
      for (CommonCause cause : Arrays.stream(CommonCause.values()).filter(strip::has).toList()) {
        if (!rare(strip, cause)) {
          List<String> parts =
              IntStream.range(0, PARTS)
                  .mapToObj(k -> Shares.text(Math.toIntExact(strip.tenths(cause, k, PARTS))))
                  .toList();
          table.row(name, cause.label(), parts);
        }
      }
    }
  }
}
