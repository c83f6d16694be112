// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.observe.line.LineTimes;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Shares;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Heading;
import io.lockstep.spi.stats.CommonCause;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The section with each workload's source and each line's share in the devices' cycles.
 *
 * @param least minimum share of a listed line on any device, in tenths of a per cent
 * @param most maximum number of machine-code rows per kernel and device
 */
record ListingSection(ComparedResults c, Footnote foot, int least, int most) {
  private static final int WORTH = 100; // minimum share, in 0.1 %, for naming the stall reason
  private static final String ROWS = "Machine instructions generated from the line.";

  boolean isThere() {
    return c.points().stream().anyMatch(p -> !new Listing(p, least).devices().isEmpty());
  }

  void write(Element page) {
    page.p(
        "Shares of the issue-port cycles with a resident wavefront, in percent, and the main"
            + " stall reason of each line. The percentages of a device add up to 100. A memory"
            + " stall is attributed to the line that waits: on some families the load, on others"
            + " the first use of its value. Two devices are shown; ",
        Element.of("i", "Columns"),
        " selects others.");
    if (least > 0) {
      page.note(
          "To limit the page's size, lines below "
              + Shares.text(least)
              + " % on every device are combined.");
    }
    if (most == 0) {
      page.note(
          "To limit the page's size, the machine code is omitted: ",
          Element.of("code", "lockstep inspect TRACE -d DEVICE"),
          " prints it.");
    } else {
      page.p(
          "The last columns count the machine instructions generated from a line, and link to the"
              + " machine code, which is folded below and links back. Cycles of a clause are"
              + " attributed to its first instruction. The shade of the line number is that of the"
              + " source line.");
    }
    c.folded(page, this::point);
  }

  private void point(Element page, int p) {
    WorkloadResults point = c.points().get(p);
    Listing listing = new Listing(point, least);
    List<Integer> devices = listing.devices();
    if (devices.isEmpty()) {
      page.p("No device reports times by line.");
      return;
    }
    List<Listing.Line> lines = listing.lines();
    List<String> files =
        lines.stream().map(Listing.Line::file).filter(f -> !f.isEmpty()).distinct().toList();
    List<Heading> columns = Heading.all("line", "source");
    devices.forEach(d -> columns.add(Heading.figures(c.names().get(d))));
    CodeTables code = new CodeTables(c.names(), p, listing, lines, shown(point, devices), most);
    List<Integer> coded = code.devices();
    coded.forEach(d -> columns.add(Heading.figures(c.names().get(d) + " code").meaning(ROWS)));
    HtmlTable table =
        new HtmlTable(
                page,
                "lines" + p,
                "%s: %s, cycles by line, %%"
                    .formatted(c.workloads().get(p), String.join(", ", files)),
                columns)
            .with("data-show", columns(point, devices, coded.size()));
    for (int i = 0; i < lines.size(); i++) {
      Listing.Line line = lines.get(i);
      String name =
          line.line() == 0 ? "–" : (files.size() > 1 ? line.file() + ":" : "") + line.line();
      Element text = Element.of("td.src", line.text());
      int index = i;
      boolean cold = line.heat().stream().allMatch(heat -> heat == null || heat.tenths() == 0);
      if (code.mark(i) == null && cold) {
        table.begun(name, text);
      } else {
        List<Element> heats = line.heat().stream().map(ListingSection::cell).toList();
        List<Element> links = coded.stream().map(d -> code.links(index, d)).toList();
        table.row(name, text, heats, links).with("id", code.mark(i));
      }
    }
    table.foot();
    List<String> none = Collections.nCopies(coded.size(), "");
    table.row("all", "lines", Collections.nCopies(devices.size(), "100.0"), none);
    table.row(
        "–",
        "issue-port cycles with a resident wavefront, of all",
        devices.stream().map(d -> presence(point.results().get(d)) + " %").toList(),
        none);
    code.write(page);
    foot.write(page, point);
  }

  private static Element cell(Listing.Heat heat) {
    if (heat == null || heat.tenths() == 0) {
      return Element.of("td");
    }
    Element cell = Element.of("td", Shares.text(heat.tenths())).classed(Shade.of(heat.tenths()));
    return heat.tenths() < WORTH ? cell : cell.add(Element.of("small", heat.cause().label()));
  }

  /** Returns the base and the fastest other device. */
  private List<Integer> shown(WorkloadResults point, List<Integer> devices) {
    int first = devices.contains(c.base()) ? c.base() : devices.get(0);
    int other =
        devices.stream()
            .filter(d -> d != first)
            .min(Comparator.comparingLong(d -> point.results().get(d).kernelPicos()))
            .orElse(first);
    return other == first ? List.of(first) : List.of(first, other);
  }

  /** Returns the columns shown initially: the selected devices and their code. */
  private String columns(WorkloadResults point, List<Integer> devices, int coded) {
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
      boolean empty = cause.common() == CommonCause.NO_WAVEFRONT;
      none += empty ? r.lines().inLaunches()[cause.ordinal()] : 0;
    }
    return Shares.text(Shares.of(new long[] {all - none, none})[0]);
  }
}
