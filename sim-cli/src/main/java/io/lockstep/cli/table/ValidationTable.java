// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.judge.validation.RowResult;
import io.lockstep.judge.validation.Scores;
import io.lockstep.judge.validation.ValidationAnswer;
import io.lockstep.judge.validation.ValidationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Formats published and simulated values side by side, and the scores. Immutable. */
public final class ValidationTable {

  private final List<RowResult> rows;
  private final Scores scores;

  public ValidationTable(List<RowResult> rows) {
    this.rows = rows;
    scores = Scores.of(rows);
  }

  public String render(Screen screen) {
    StringBuilder text =
        new StringBuilder(
            Table.of(ValidationAnswer.ROW, rows, row -> boldUnless(row.isWithin()))
                .dropping("--format csv has everything", ValidationAnswer.ROW.lessImportant())
                .render(screen));
    text.append('\n').append(Table.of(ValidationAnswer.GROUP, scores.groups()).render(screen));
    if (!scores.slopes().isEmpty()) {
      text.append('\n')
          .append(
              Table.of(ValidationAnswer.SLOPE, scores.slopes(), s -> boldUnless(s.isNear()))
                  .render(screen));
    }
    summary().forEach(line -> text.append(screen.wrapped(line, "  ")).append('\n'));
    return text.toString();
  }

  private static Table.Emphasis boldUnless(boolean isAsExpected) {
    return isAsExpected ? Table.Emphasis.NONE : Table.Emphasis.BOLD;
  }

  private List<String> summary() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(scores.simulated() + " of " + scores.rows() + " rows have a value; of these are");
    lines.add(
        "  within tolerance       " + ValidationText.percent(scores.withinTolerance(), false));
    lines.add(
        "  within a factor of     1.1: "
            + ValidationText.percent(scores.within11(), false)
            + ", 1.25: "
            + ValidationText.percent(scores.within125(), false)
            + ", 1.5: "
            + ValidationText.percent(scores.within15(), false));
    lines.add("median factor            " + ValidationText.factor(scores.median()));
    lines.add(
        "mean over groups         error "
            + ValidationText.factor(scores.error())
            + ", bias "
            + ValidationText.factor(scores.bias()));
    if (scores.wmape().isPresent()) { // only defined within one unit
      lines.add("WMAPE                    " + ValidationText.percent(scores.wmape(), false));
    }
    if (scores.pearson().isPresent()) {
      lines.add(
          "correlation of logs      Pearson "
              + three(scores.pearson())
              + ", Spearman "
              + three(scores.spearman()));
    }
    if (!scores.slopes().isEmpty()) {
      lines.add(
          "slopes over size         "
              + ValidationText.percent(scores.nearSlopes(), false)
              + " of "
              + scores.slopes().size()
              + " series within 0.8 and 1.25 of the published");
    }
    for (Scores.NullModel model : scores.nullModels()) {
      if (model.rows() > 0) {
        lines.add(
            String.format(
                Locale.ROOT,
                "null model %-13s error %s, the simulation's %s, on the same %d rows; the"
                    + " simulation is at least as near in %s%s",
                model.name(),
                ValidationText.factor(model.error()),
                ValidationText.factor(model.simulationError()),
                model.rows(),
                ValidationText.percent(model.nearer(), false),
                model.pearson().isEmpty()
                    ? ""
                    : "; Pearson %s, Spearman %s"
                        .formatted(three(model.pearson()), three(model.spearman()))));
      }
    }
    lines.add(
        "error: exp(mean |ln(simulated / published)|); median: of the same; bias: without the bars");
    return lines;
  }

  private static String three(OptionalDouble value) {
    return value.isEmpty() ? "-" : String.format(Locale.ROOT, "%.3f", value.getAsDouble());
  }
}
