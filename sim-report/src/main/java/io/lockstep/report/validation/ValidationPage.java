// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.validation;

import io.lockstep.judge.validation.RowResult;
import io.lockstep.judge.validation.RowStatus;
import io.lockstep.judge.validation.Scores;
import io.lockstep.judge.validation.ValidationAnswer;
import io.lockstep.judge.validation.ValidationText;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Origin;
import io.lockstep.report.page.Page;
import io.lockstep.report.page.Palette;
import io.lockstep.report.page.Section;
import io.lockstep.run.answer.Heading;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A page with rows, scores and scatter plots of a validation. Every plotted number is also in a
 * table, and marks differ in shape as well as colour. Equal rows produce identical bytes.
 */
public final class ValidationPage {
  private static final int WORST = 10;
  private static final int LEAST_ROWS = 3; // minimum number of rows of a unit for its own plot
  private static final String OTHERS = "other units, each row in its own unit";

  private final List<RowResult> rows;
  private final Scores scores;
  private final Palette palette;
  private final Map<RowResult, Integer> anchors = new IdentityHashMap<>();

  private ValidationPage(List<RowResult> rows) {
    this.rows = rows;
    scores = Scores.of(rows);
    palette = new Palette(new TreeSet<>(rows.stream().map(RowResult::device).toList()));
    rows.forEach(row -> anchors.put(row, anchors.size() + 1));
  }

  /**
   * {@return the document}
   *
   * @param title title of the page
   * @param origin the command that reproduces the page
   * @param rows rows in the order of the suite
   */
  public static String of(String title, Origin origin, List<RowResult> rows) {
    return new ValidationPage(rows).document(title, origin);
  }

  private String document(String title, Origin origin) {
    Page page =
        new Page("Validation: " + title, origin)
            .lead(summary())
            .data(ValidationAnswer.ANSWER.json(origin.version(), rows));
    page.add(new Section("plots", "Simulated against published values", this::plots));
    if (!worst().isEmpty()) {
      page.add(new Section("worst", "Largest errors", this::worst));
    }
    page.add(new Section("groups", "Scores by group", this::groups));
    if (scores.parts().nullModels().stream().anyMatch(model -> model.rows() > 0)) {
      page.add(new Section("models", "Null models", this::nullModels));
    }
    page.add(new Section("rows", "Rows", this::table));
    return page.write();
  }

  private String summary() {
    return scores.simulated()
        + " of "
        + scores.rows()
        + " rows were simulated. Within the row's tolerance: "
        + share(scores.within().tolerance())
        + "; within a factor of 1.1: "
        + share(scores.within().factor11())
        + ", 1.25: "
        + share(scores.within().factor125())
        + ", 1.5: "
        + share(scores.within().factor15())
        + ". Median factor "
        + number(scores.errors().median())
        + ". Means over groups: error "
        + number(scores.errors().error())
        + ", bias "
        + number(scores.errors().bias())
        + ". WMAPE "
        + share(scores.errors().wmape())
        + ". Correlation of logarithms: Pearson "
        + number(scores.correlation().pearson())
        + ", Spearman "
        + number(scores.correlation().spearman())
        + ".";
  }

  private static String share(OptionalDouble share) {
    return share.isEmpty() ? "–" : ValidationText.percent(share, false);
  }

  private static String number(OptionalDouble number) {
    return number.isEmpty() ? "–" : ValidationText.factor(number);
  }

  // ------------------------------------------------------------------ plots

  private void plots(Element page) {
    Map<String, List<RowResult>> units = new TreeMap<>();
    List<RowResult> shown = rows.stream().filter(RowResult::isLogarithmic).toList();
    for (RowResult row : shown) {
      units.computeIfAbsent(row.unit(), unit -> new ArrayList<>()).add(row);
    }
    if (shown.isEmpty()) {
      page.p("No row has a positive value.");
      return;
    }
    palette.legend(page);
    page.p(
        "Filled: within the tolerance of the row; hollow: outside. Solid line: equal; dashed: a"
            + " factor of 1.5. Marks link to the table.");
    List<String> few =
        units.keySet().stream().filter(u -> units.get(u).size() < LEAST_ROWS).toList();
    List<RowResult> others = new ArrayList<>();
    if (few.size() > 1) {
      few.forEach(unit -> others.addAll(units.remove(unit)));
    }
    Element plots = page.child("div.plots");
    List<Map.Entry<String, List<RowResult>>> all = new ArrayList<>(units.entrySet());
    all.sort(Comparator.comparing(e -> -e.getValue().size()));
    int number = 0;
    for (Map.Entry<String, List<RowResult>> unit : all) {
      plot(plots, ++number, unit.getKey().isEmpty() ? "no unit" : unit.getKey(), unit.getValue());
    }
    if (!others.isEmpty()) {
      plot(plots, ++number, OTHERS, others);
    }
    int undrawn = rows.size() - shown.size();
    if (undrawn > 0) {
      page.p(undrawn + " rows without a value, or with 0, are only in the table.");
    }
  }

  private void plot(Element page, int number, String unit, List<RowResult> drawn) {
    Element figure = page.child("figure");
    new ScatterPlot("plot" + number, unit, drawn).draw(figure, palette, anchors::get);
    figure.child("figcaption", drawn.size() + (drawn.size() == 1 ? " row, " : " rows, ") + unit);
  }

  // ------------------------------------------------------------------ tables

  private List<RowResult> worst() {
    return rows.stream()
        .filter(row -> row.isLogarithmic() && !row.isWithin())
        .sorted(Comparator.comparingDouble(row -> -row.factor().getAsDouble()))
        .limit(WORST)
        .toList();
  }

  private void worst(Element page) {
    Element list = page.child("ol");
    for (RowResult row : worst()) {
      list.child(
          "li",
          Element.of("a", row.id()).with("href", "#r" + anchors.get(row)),
          " " + row.device() + ": ",
          row.value().getAsDouble() < row.expected() ? "too small" : "too large",
          " by a factor of " + number(row.factor()),
          row.note().isEmpty() ? "" : "; " + row.note());
    }
  }

  private void groups(Element page) {
    HtmlTable table =
        new HtmlTable(
            page,
            "scores",
            "Scores by group",
            Heading.all(
                "group", ">rows", ">simulated", ">within tolerance", ">median", ">error", ">bias"));
    for (Scores.Group group : scores.parts().groups()) {
      table.row(
          group.name(),
          group.rows(),
          group.simulated(),
          share(group.withinTolerance()),
          number(group.errors().median()),
          number(group.errors().error()),
          number(group.errors().bias()));
    }
  }

  private void nullModels(Element page) {
    HtmlTable table =
        new HtmlTable(
            page,
            "null",
            "Errors of null models and of the simulation on the same rows",
            Heading.all(
                "model",
                ">rows",
                ">its error",
                ">simulation error",
                ">simulation as near or nearer"));
    for (Scores.NullModel model : scores.parts().nullModels()) {
      table.row(
          model.name(),
          model.rows(),
          number(model.error()),
          number(model.simulationError()),
          share(model.nearer()));
    }
  }

  private void table(Element page) {
    HtmlTable table =
        new HtmlTable(
            page,
            "all",
            "All rows in the suite's order",
            Heading.all(
                "row",
                "device",
                "group",
                ">published",
                ">simulated",
                "unit",
                ">error",
                ">tolerance",
                "within",
                "source",
                "note"));
    for (RowResult row : rows) {
      boolean ok = row.status() == RowStatus.OK;
      Element line =
          table.row(
              row.id(),
              row.device(),
              row.group(),
              ValidationText.value(row.published()),
              ok ? ValidationText.value(row.value()) : ValidationText.status(row),
              row.unit(),
              ValidationText.percent(row.error(), true),
              ValidationText.percent(OptionalDouble.of(row.tolerance()), false),
              row.value().isEmpty() ? "" : row.isWithin() ? "yes" : "no",
              row.source(),
              row.note());
      line.with("id", "r" + anchors.get(row)).classed(row.isWithin() ? "" : "missed");
    }
  }
}
