package io.lockstep.report.compare;

import io.lockstep.report.compare.Grades.Grade;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.Heading;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The section on errors of the devices relative to published measurements, if there are any. */
final class TrustSection {
  private final ComparedResults c;

  TrustSection(ComparedResults c) {
    this.c = c;
  }

  boolean isThere() {
    return c.devices().stream().anyMatch(d -> !c.grades(d).isEmpty());
  }

  void write(Element page) {
    page.p(
        "What published measurements of the chips say of the models, from the suites that come"
            + " with Lockstep (docs/fidelity.md): ",
        Element.of("i", "error"),
        " is the usual factor between simulated and published values, whichever is larger (1.11:"
            + " they differ by 11 %); ",
        Element.of("i", "bias"),
        " the same with its side, above 1 where more is simulated. Both are means over groups of"
            + " rows of one kind, without values that are recalled, not published. A bar reaches as far as the error to both sides of 1 (as"
            + " published), on a logarithmic scale whose ticks stand below the table; its mark is"
            + " the bias. They are grades of those kernels, not of the workloads of this page;"
            + " units differ, and more may be faster or slower.");
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
    table(
        page,
        "trusted",
        "By device: published rows and the errors of simulated values",
        names,
        sums);
    List<String> each = new ArrayList<>();
    List<Grade> groups = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      for (Grade grade : all.get(i)) {
        each.add(names.get(i));
        groups.add(grade);
      }
    }
    Element folded = page.details("By group of rows");
    table(folded, "trustedgroups", "By device and group of rows", each, groups);
    if (!without.isEmpty()) {
      page.note(
          "No published row is of "
              + String.join(", ", without)
              + ", or the device is not as it is shipped.");
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
                    ">rows",
                    Heading.figures("within %")
                        .meaning("Rows within the tolerance that each states."),
                    ">error",
                    ">bias",
                    "simulated ÷ published"))
            .classed("forks");
    for (int i = 0; i < grades.size(); i++) {
      Grade g = grades.get(i);
      List<Element> bar = new ArrayList<>(scale.grid());
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
