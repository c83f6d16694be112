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
    text.append('\n')
        .append(Table.of(ValidationAnswer.GROUP, scores.parts().groups()).render(screen));
    if (!scores.parts().slopes().isEmpty()) {
      text.append('\n')
          .append(
              Table.of(ValidationAnswer.SLOPE, scores.parts().slopes(), s -> boldUnless(s.isNear()))
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
        "  within tolerance       " + ValidationText.percent(scores.within().tolerance(), false));
    lines.add(
        "  within a factor of     1.1: "
            + ValidationText.percent(scores.within().factor11(), false)
            + ", 1.25: "
            + ValidationText.percent(scores.within().factor125(), false)
            + ", 1.5: "
            + ValidationText.percent(scores.within().factor15(), false));
    lines.add("median factor            " + ValidationText.factor(scores.errors().median()));
    lines.add(
        "mean over groups         error "
            + ValidationText.factor(scores.errors().error())
            + ", bias "
            + ValidationText.factor(scores.errors().bias()));
    if (scores.errors().wmape().isPresent()) { // only defined within one unit
      lines.add(
          "WMAPE                    " + ValidationText.percent(scores.errors().wmape(), false));
    }
    if (scores.correlation().pearson().isPresent()) {
      lines.add(
          "correlation of logs      Pearson "
              + three(scores.correlation().pearson())
              + ", Spearman "
              + three(scores.correlation().spearman()));
    }
    if (!scores.parts().slopes().isEmpty()) {
      lines.add(
          "slopes over size         "
              + ValidationText.percent(scores.nearSlopes(), false)
              + " of "
              + scores.parts().slopes().size()
              + " series within 0.8 and 1.25 of the published");
    }
    for (Scores.NullModel model : scores.parts().nullModels()) {
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
                model.correlation().pearson().isEmpty()
                    ? ""
                    : "; Pearson %s, Spearman %s"
                        .formatted(
                            three(model.correlation().pearson()),
                            three(model.correlation().spearman()))));
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
