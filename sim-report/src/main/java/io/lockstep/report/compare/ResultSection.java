// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.explain.roof.BindingPeak;
import io.lockstep.report.grade.Grades;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Heading;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The table with a row for each workload and device: times, limiting resource, occupancy, memory by
 * level.
 */
record ResultSection(ComparedResults c, Footnote foot) {
  private static final int LONG = 25; // maximum number of rows of a table that does not scroll

  /** Statistics with their headings; columns without values are omitted. */
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

  void write(Element page) {
    boolean several = c.points().size() > 1;
    List<String[]> figures = new ArrayList<>();
    for (String[] f : FIGURES) {
      if (c.results().stream().anyMatch(r -> r.statistics().containsKey(f[0]))) {
        figures.add(f);
      }
    }
    page.p("Times are simulated. Empty cell: does not apply to the device.");
    List<Heading> columns =
        Heading.all(
            several ? List.of(Heading.words("workload")) : List.of(),
            "device",
            Heading.figures("µs")
                .meaning("Kernels alone, or with launches and transfers, as the workload states."),
            Heading.figures("kernels µs").meaning("Sum of the execution times of all launches."),
            Heading.figures("cycles")
                .meaning("In the clock domain that the vendor's profiler counts."),
            "bound by");
    for (String[] f : figures) {
      columns.add(Heading.figures(f[1]).meaning(meaning(f[0])));
    }
    columns.add(Heading.words("verified"));
    boolean graded = new TrustSection(c).isThere();
    if (graded) {
      columns.add(
          Heading.figures("model error")
              .meaning(
                  "Typical factor between simulated and published values; in parentheses their"
                      + " number."));
    }
    HtmlTable table =
        new HtmlTable(page, "all", "Results by workload and device", columns)
            .classed(c.results().size() > LONG ? "tall" : "");
    for (int p = 0; p < c.points().size(); p++) {
      for (int d = 0; d < c.devices().size(); d++) {
        RunResult r = c.points().get(p).results().get(d);
        String device = c.names().get(d) + (doubt(p, d).isPresent() ? " ~" : "");
        List<Object> cells = new ArrayList<>(several ? List.of(c.workloads().get(p)) : List.of());
        cells.add(device);
        cells.addAll(row(r, figures));
        if (graded) {
          cells.add(grade(c.grades(c.devices().get(d))));
        }
        table.row(cells);
      }
    }
    foot.write(page);
    doubts(page);
  }

  private Optional<BindingPeak> doubt(int point, int device) {
    return c.points().get(point).doubts().get(device);
  }

  /** Writes which results rest on uncertain parameters, and how to test one of these. */
  private void doubts(Element page) {
    Set<BindingPeak> all = new LinkedHashSet<>();
    for (int p = 0; p < c.points().size(); p++) {
      for (int d = 0; d < c.devices().size(); d++) {
        doubt(p, d).ifPresent(all::add);
      }
    }
    all.forEach(peak -> page.note("~ " + peak.sentence()));
    all.stream()
        .findFirst()
        .ifPresent(peak -> page.note("To test such a parameter: " + peak.tests() + "."));
  }

  private static List<String> row(RunResult r, List<String[]> figures) {
    List<String> cells = new ArrayList<>();
    boolean there = r.isSimulated();
    cells.add(there ? Lengths.micros(r.picos()) : "");
    cells.add(there ? Lengths.micros(r.kernelPicos()) : "");
    cells.add(there ? Lengths.grouped(r.cycles()) : "");
    cells.add(there ? r.bound() : r.status().name().toLowerCase(Locale.ROOT));
    for (String[] f : figures) {
      BigDecimal value = r.statistics().get(f[0]);
      cells.add(value == null ? "" : figure(f, value));
    }
    String unknown = r.isJudgedByProgram() ? "itself" : "";
    cells.add(r.verified() == null ? unknown : r.verified() ? "yes" : "WRONG");
    return cells;
  }

  private static Object grade(List<Grades.Grade> grades) {
    if (grades.isEmpty()) {
      return "";
    }
    Grades.Grade all = Grades.together(grades);
    String words = TrustSection.factor(all.error()) + " (" + all.rows() + ")";
    return Element.of("a", words).with("href", "#trust");
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
