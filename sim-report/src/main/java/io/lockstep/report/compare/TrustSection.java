// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.report.grade.Grades;
import io.lockstep.report.grade.Grades.Grade;
import io.lockstep.report.grade.KindError;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Heading;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The section on the devices' errors relative to published measurements. */
record TrustSection(ComparedResults c) {
  boolean isThere() {
    return c.devices().stream().anyMatch(d -> !c.grades(d).isEmpty());
  }

  void write(Element page) {
    page.p(
        "Errors against published measurements of these devices, from the validation suites of"
            + " Lockstep (docs/fidelity.md). ",
        Element.of("i", "Error"),
        ": typical factor between simulated and published values in either direction (1.11: they"
            + " differ by 11 %). ",
        Element.of("i", "Bias"),
        ": typical ratio of simulated to published values. Both are geometric means over groups"
            + " of similar measurements, without values cited from memory. Bars: the error on"
            + " both sides of 1 (as published), on a logarithmic scale; mark: bias. Units differ,"
            + " so above 1 may mean faster or slower. The workloads of this page may have other"
            + " errors.");
    List<List<Grade>> all = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<String> without = new ArrayList<>();
    for (int d = 0; d < c.devices().size(); d++) {
      List<Grade> grades = c.grades(c.devices().get(d));
      if (grades.isEmpty()) {
        without.add(c.names().get(d));
      } else {
        names.add(c.names().get(d));
        all.add(grades);
      }
    }
    List<Grade> sums = all.stream().map(Grades::together).toList();
    table(page, "trusted", "Simulated against published values by device", names, sums);
    List<String> each = new ArrayList<>();
    List<Grade> groups = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      for (Grade grade : all.get(i)) {
        each.add(names.get(i));
        groups.add(grade);
      }
    }
    bound(page);
    Element folded = page.details("By group of measurements");
    table(folded, "trustedgroups", "By device and group of measurements", each, groups);
    if (!without.isEmpty()) {
      page.note(
          "Without published measurements, or with changed parameters: "
              + String.join(", ", without)
              + ".");
    }
  }

  /** Writes the errors of the published rows of the kind that limits each result. */
  private void bound(Element page) {
    if (c.results().stream().noneMatch(RunResult::isSimulated)) {
      return;
    }
    boolean several = c.points().size() > 1;
    HtmlTable table =
        new HtmlTable(
            page,
            "trustedkinds",
            "Published rows of the kind that limits each result",
            Heading.all(
                several ? List.of(Heading.words("workload")) : List.of(),
                "device",
                "bound by",
                "published rows"));
    for (int p = 0; p < c.points().size(); p++) {
      for (int d = 0; d < c.devices().size(); d++) {
        RunResult r = c.points().get(p).results().get(d);
        if (r.isSimulated()) {
          List<Object> cells = new ArrayList<>(several ? List.of(c.workloads().get(p)) : List.of());
          DeviceSpec spec = c.devices().get(d);
          boolean shipped = c.shipped().contains(spec.hash());
          cells.addAll(
              List.of(c.names().get(d), r.bound(), KindError.of(r, spec, shipped).words()));
          table.row(cells);
        }
      }
    }
  }

  private static void table(
      Element page, String id, String caption, List<String> names, List<Grade> grades) {
    List<Double> ends = new ArrayList<>();
    for (Grade g : grades) {
      g.error().ifPresent(e -> ends.addAll(List.of(e, 1 / e)));
    }
    ForkScale scale = new ForkScale(ends);
    HtmlTable table =
        new HtmlTable(
                page,
                id,
                caption,
                Heading.all(
                    "device",
                    "suite",
                    "group",
                    ">measurements",
                    Heading.figures("within tolerance %")
                        .meaning("Measurements within the tolerance that each states."),
                    ">error",
                    ">bias",
                    "simulated ÷ published"))
            .classed("forks");
    for (int i = 0; i < grades.size(); i++) {
      Grade g = grades.get(i);
      List<Element> bar = new ArrayList<>();
      if (g.error().isPresent()) {
        double error = g.error().getAsDouble();
        bar.add(scale.span("range", 1 / error, error));
        bar.add(scale.tick(g.bias().getAsDouble()));
      }
      table.row(
          names.get(i),
          g.suite(),
          g.group(),
          g.rows(),
          Lengths.fixed(100.0 * g.within() / g.rows(), 0),
          factor(g.error()),
          factor(g.bias()),
          scale.cell(bar));
    }
    table.foot();
    table.row("scale", "", "", "", "", "", "", scale.axis());
  }

  static String factor(OptionalDouble factor) {
    return factor.isPresent() ? Lengths.fixed(factor.getAsDouble(), 2) : "";
  }
}
