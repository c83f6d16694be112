package io.lockstep.report.compare;

import io.lockstep.report.page.Column;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Markup;
import io.lockstep.run.RunResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** One row for each workload and device: times, what bounds them, occupancy, memory by level. */
final class ResultSection {
  private static final int LONG = 25; // rows, from which on a table has a height of its own

  /** Statistics with their headings; empty columns are left out. */
  private static final String[][] FIGURES = {
    {"occupancy", "occup. %"},
    {"occupancy.achieved", "achieved %"},
    {"lanes.utilisation", "lanes %"},
    {"vliw.packing", "packing %"},
    {"memory.transactions_per_request", "trans/req"},
    {"lds.conflict_cycles", "LDS confl."},
    {"l1.hit_rate", "L1 hit %"},
    {"texture.hit_rate", "texture hit %"},
    {"l2.hit_rate", "L2 hit %"},
    {"mall.hit_rate", "MALL hit %"},
    {"dram.bytes", "DRAM MB"},
    {"dram.busy", "DRAM busy %"},
  };

  private final Comparison c;
  private final Footnote foot;

  ResultSection(Comparison c, Footnote foot) {
    this.c = c;
    this.foot = foot;
  }

  void write(Markup page) {
    boolean several = c.points().size() > 1;
    List<String[]> figures = new ArrayList<>();
    for (String[] f : FIGURES) {
      if (c.results().stream().anyMatch(r -> r.statistics().containsKey(f[0]))) {
        figures.add(f);
      }
    }
    page.raw(
        "<p>Times are simulated microseconds. An empty cell: the device has no such thing.</p>");
    List<Column> columns = new ArrayList<>();
    if (several) {
      columns.add(Column.words("workload"));
    }
    columns.add(Column.words("device"));
    columns.add(Column.figures("µs").meaning("As the workload's timing says."));
    columns.add(Column.figures("kernels µs").meaning("The kernels' own times added up."));
    columns.add(Column.figures("cycles").meaning("Of the clock that the vendor's tools count."));
    columns.add(Column.words("bound by"));
    for (String[] f : figures) {
      columns.add(Column.figures(f[1]).meaning(meaning(f[0])));
    }
    columns.add(Column.words("verified"));
    boolean graded = new TrustSection(c).isThere();
    if (graded) {
      columns.add(
          Column.figures("model's error")
              .meaning("The usual factor between simulated and published values of the device."));
    }
    HtmlTable table =
        HtmlTable.begin(
            page,
            "all",
            "Every workload on every device",
            columns,
            c.results().size() > LONG ? "class=\"tall\"" : "");
    for (int p = 0; p < c.points().size(); p++) {
      for (int d = 0; d < c.devices().size(); d++) {
        RunResult r = c.points().get(p).results().get(d);
        String device = c.names().get(d);
        if (several) {
          table.row(c.workloads().get(p)).cell(device);
        } else {
          table.row(device);
        }
        row(table, r, figures);
        if (graded) {
          grade(table, c.grades(c.devices().get(d)));
        }
        table.done();
      }
    }
    table.end();
    foot.write(page);
  }

  private static void row(HtmlTable table, RunResult r, List<String[]> figures) {
    boolean there = r.isSimulated();
    table.cell(there ? Lengths.micros(r.picos()) : "");
    table.cell(there ? Lengths.micros(r.kernelPicos()) : "");
    table.cell(there ? Lengths.grouped(r.cycles()) : "");
    table.cell(there ? r.bound() : r.status().name().toLowerCase(Locale.ROOT));
    for (String[] f : figures) {
      BigDecimal value = r.statistics().get(f[0]);
      table.cell(value == null ? "" : figure(f, value));
    }
    table.cell(r.verified() == null ? "" : r.verified() ? "yes" : "WRONG");
  }

  private static void grade(HtmlTable table, List<Grades.Grade> grades) {
    OptionalDouble error =
        grades.isEmpty() ? OptionalDouble.empty() : Grades.together(grades).error();
    String words = "<a href=\"#trust\">" + TrustSection.factor(error) + "</a>";
    table.cell("", error.isEmpty() ? "" : words);
  }

  private static String figure(String[] f, BigDecimal value) {
    if (f[1].endsWith("%")) {
      return value.movePointRight(2).setScale(1, RoundingMode.HALF_UP).toPlainString();
    }
    if (f[1].endsWith("MB")) {
      return value.movePointLeft(6).setScale(2, RoundingMode.HALF_UP).toPlainString();
    }
    return value.scale() > 0
        ? value.setScale(2, RoundingMode.HALF_UP).toPlainString()
        : Lengths.grouped(value.longValue());
  }

  private String meaning(String statistic) {
    return c.statistics().find(statistic).map(s -> s.definition()).orElse("");
  }
}
