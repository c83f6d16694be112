package io.lockstep.report.compare;

import io.lockstep.report.compare.Grades.Grade;
import io.lockstep.report.page.Column;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Markup;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** How far the devices are from published measurements, where there are any. */
final class TrustSection {
  private final Comparison c;

  TrustSection(Comparison c) {
    this.c = c;
  }

  boolean isThere() {
    return c.devices().stream().anyMatch(d -> !c.grades(d).isEmpty());
  }

  void write(Markup page) {
    page.raw(
        "<p>What published measurements of the chips say of the models, from the suites that ");
    page.raw("come with Lockstep (docs/fidelity.md): <i>error</i> is the usual factor between ");
    page.raw("simulated and published values, whichever is larger (1.11: they differ by 11 %); ");
    page.raw(
        "<i>bias</i> the same with its side, above 1 where more is simulated. Both are means ");
    page.raw(
        "over groups of rows of one kind. A bar reaches as far as the error to both sides of 1 (as published), on a ");
    page.raw("logarithmic scale whose ticks stand below the table; its ");
    page.raw("mark is the bias. They are grades of those kernels, not of the ");
    page.raw("workloads of this page; units differ, and more may be faster or slower.</p>\n");
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
    page.raw("<details><summary>By group of rows</summary>\n");
    List<String> each = new ArrayList<>();
    List<Grade> groups = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      for (Grade grade : all.get(i)) {
        each.add(names.get(i));
        groups.add(grade);
      }
    }
    table(page, "trustedgroups", "By device and group of rows", each, groups);
    page.raw("</details>\n");
    if (!without.isEmpty()) {
      page.element(
              "p class=\"note\"",
              "No published row is of "
                  + String.join(", ", without)
                  + ", or the device is not as it is shipped.")
          .raw("\n");
    }
  }

  private static void table(
      Markup page, String id, String caption, List<String> names, List<Grade> grades) {
    List<Double> ends = new ArrayList<>();
    for (Grade g : grades) {
      g.error().ifPresent(e -> ends.addAll(List.of(e, 1 / e)));
    }
    ForkScale scale = new ForkScale(ends);
    HtmlTable table =
        HtmlTable.begin(
            page,
            id,
            caption,
            List.of(
                Column.words("device"),
                Column.words("suite"),
                Column.words("group"),
                Column.figures("rows"),
                Column.figures("within %").meaning("Rows within the tolerance that each states."),
                Column.figures("error"),
                Column.figures("bias"),
                Column.words("simulated ÷ published")),
            "class=\"forks\"");
    for (int i = 0; i < grades.size(); i++) {
      Grade g = grades.get(i);
      table.row(names.get(i)).cell(g.suite()).cell(g.group()).cell("" + g.rows());
      table.cell(Lengths.fixed(100.0 * g.within() / g.rows(), 0));
      table.cell(factor(g.error())).cell(factor(g.bias()));
      String bar = "";
      if (g.error().isPresent()) {
        double error = g.error().getAsDouble();
        bar = scale.span("range", 1 / error, error) + scale.tick(g.bias().getAsDouble());
      }
      table.cell("class=\"fork\"", scale.begin() + scale.grid() + bar + scale.end()).done();
    }
    table.foot();
    table.row("scale").cell("").cell("").cell("").cell("").cell("").cell("");
    table.cell("class=\"fork\"", scale.axis()).done();
    table.end();
  }

  static String factor(OptionalDouble factor) {
    return factor.isPresent() ? Lengths.fixed(factor.getAsDouble(), 2) : "";
  }
}
