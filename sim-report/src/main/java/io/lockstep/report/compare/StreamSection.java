// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.observe.activity.StreamActivity;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Palette;
import io.lockstep.report.page.Shares;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Heading;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * The section on programs with streams: timelines of each launch queue and direction of transfers,
 * and the overlap of operations.
 *
 * @param most maximum number of steps of a timeline; 0 omits the timelines
 */
record StreamSection(ComparedResults c, Footnote foot, int most) {
  private static final String OPERATIONS = "streams.operations";
  private static final String STREAM = "stream[";
  private static final String OWN = "]." + OPERATIONS;

  boolean isThere() {
    return c.results().stream().anyMatch(StreamSection::hasStreams);
  }

  private static boolean hasStreams(RunResult r) {
    return r.isSimulated() && r.statistics().containsKey(OPERATIONS);
  }

  private boolean isDrawn(RunResult r) {
    return most > 0 && hasStreams(r) && r.streamActivity() != null;
  }

  void write(Element page) {
    page.p(
        "Horizontal: the measured time of each device, with launch overhead and waiting. A row is"
            + " a hardware queue, which performs one launch, fill or copy at a time, or a"
            + " direction of transfers. Height: share of an interval in which the row was busy;"
            + " tooltips name the kernels or bytes. Idle rows are omitted. ",
        c.devices().size() > ComparedResults.SHOWN
            ? "Shown: the base, and the fastest of each family."
            : "");
    c.folded(page, this::point);
  }

  private void point(Element page, int p) {
    WorkloadResults point = c.points().get(p);
    List<Integer> all = new ArrayList<>();
    for (int d = 0; d < point.results().size(); d++) {
      if (hasStreams(point.results().get(d))) {
        all.add(d);
      }
    }
    if (all.isEmpty()) {
      page.p("No workload uses streams.");
      return;
    }
    List<Integer> shown = c.few(point, this::isDrawn);
    if (!shown.isEmpty()) {
      rows(page, p, shown);
    }
    together(page, p, all);
    byStream(page.details("By stream"), p, all);
    foot.write(page, point);
  }

  private void rows(Element page, int p, List<Integer> shown) {
    List<RunResult> results = c.points().get(p).results();
    Palette colours =
        new Palette(
            shown.stream()
                .flatMap(d -> results.get(d).streamActivity().rows().stream())
                .flatMap(row -> row.parts().stream())
                .map(StreamActivity.Part::what)
                .toList());
    colours.legend(page);
    long longest =
        shown.stream().mapToLong(d -> results.get(d).streamActivity().length()).max().orElse(1);
    page.child("input.common").with("type", "checkbox").with("id", "measured" + p);
    page.add(" ")
        .child("label", "Use the same time scale for all devices")
        .with("for", "measured" + p);
    HtmlTable table =
        new HtmlTable(
                page,
                "queues" + p,
                c.workloads().get(p) + ": activity of queues and transfers in the measured time",
                Heading.all(
                    "device",
                    "queue",
                    Heading.figures("busy %").meaning("Share of the measured time."),
                    "activity over time"))
            .classed("strips");
    for (int d : shown) {
      StreamActivity activity = results.get(d).streamActivity();
      String style = "height:1.4rem;--w:" + Lengths.at(100.0 * activity.length() / longest) + "%";
      for (StreamActivity.Row row : activity.rows()) {
        StreamRow drawn = new StreamRow(activity, row, most);
        String busy = Shares.text(drawn.busy());
        String label = "%s, %s: busy for %s %%".formatted(c.names().get(d), row.name(), busy);
        Element drawing = Element.of("div", drawn.drawing(colours, label)).with("style", style);
        table.row(c.names().get(d), row.name(), busy, Element.of("td.bar", drawing));
      }
    }
  }

  private void together(Element page, int p, List<Integer> all) {
    HtmlTable table =
        new HtmlTable(
            page,
            "overlap" + p,
            c.workloads().get(p) + ": time with active stream operations, µs",
            Heading.all(
                "device",
                column("kernels", "streams.time.kernels"),
                column("transfers", "streams.time.transfers"),
                column("kernels and transfers", "streams.time.overlap"),
                column("concurrent kernels", "streams.time.side_by_side"),
                column("serialised operations", "streams.serialised")));
    for (int d : all) {
      RunResult r = c.points().get(p).results().get(d);
      table.row(
          c.names().get(d),
          micros(r, "streams.time.kernels"),
          micros(r, "streams.time.transfers"),
          micros(r, "streams.time.overlap"),
          micros(r, "streams.time.side_by_side"),
          Lengths.grouped(value(r, "streams.serialised")));
    }
  }

  private static Heading column(String name, String statistic) {
    return Heading.figures(name).meaning(statistic);
  }

  private void byStream(Element page, int p, List<Integer> all) {
    HtmlTable table =
        new HtmlTable(
            page,
            "streams" + p,
            c.workloads().get(p) + ": total time of operations by stream",
            Heading.all("device", "stream", ">operations", ">kernels µs", ">transfers µs"));
    for (int d : all) {
      RunResult r = c.points().get(p).results().get(d);
      for (String name : r.statistics().keySet()) {
        if (name.startsWith(STREAM) && name.endsWith(OWN) && value(r, name) > 0) {
          String stream = name.substring(STREAM.length(), name.length() - OWN.length());
          table.row(
              c.names().get(d),
              stream,
              Lengths.grouped(value(r, name)),
              micros(r, STREAM + stream + "].streams.kernels"),
              micros(r, STREAM + stream + "].streams.transfers"));
        }
      }
    }
  }

  private static long value(RunResult r, String statistic) {
    return r.statistics().getOrDefault(statistic, BigDecimal.ZERO).longValue();
  }

  private static String micros(RunResult r, String statistic) {
    return Lengths.micros(value(r, statistic));
  }
}
