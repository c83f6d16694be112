package io.lockstep.cli;

import io.lockstep.run.validation.RowResult;
import io.lockstep.run.validation.RowStatus;
import io.lockstep.run.validation.Scores;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Published figures beside simulated ones, and the scores, for people. Immutable. */
final class ValidationTable {
  private static final MathContext SHOWN = new MathContext(4);

  private final List<RowResult> rows;
  private final Scores scores;
  private final String leftOut;

  ValidationTable(List<RowResult> rows, String leftOut) {
    this.rows = rows;
    this.leftOut = leftOut;
    scores = Scores.of(rows);
  }

  /** The whole text. */
  String render(Screen screen) {
    StringBuilder text = new StringBuilder(rows(screen));
    text.append('\n').append(groups(screen));
    summary().forEach(line -> text.append(screen.wrapped(line, "  ")).append('\n'));
    return text.toString();
  }

  private String rows(Screen screen) {
    Table table =
        new Table(
                List.of(
                    "row",
                    "device",
                    "group",
                    ">published",
                    ">simulated",
                    "unit",
                    ">error",
                    ">allowed",
                    "hit",
                    "note"))
            .dropping("--format csv has everything", List.of("allowed", "group", "note"));
    for (RowResult row : rows) {
      table.row(
          row.isWithin() ? Table.Emphasis.NONE : Table.Emphasis.BOLD,
          List.of(
              row.id(),
              row.device(),
              row.group(),
              value(OptionalDouble.of(row.expected())),
              row.status() == RowStatus.OK
                  ? value(row.value())
                  : row.status().name().toLowerCase(Locale.ROOT).replace('_', ' '),
              row.unit(),
              percent(row.error(), true),
              percent(OptionalDouble.of(row.tolerance()), false),
              row.value().isEmpty() ? "" : row.isWithin() ? "yes" : "no",
              row.note()));
    }
    return table.render(screen);
  }

  private String groups(Screen screen) {
    Table table =
        new Table(List.of("group", ">rows", ">with a value", ">hits", ">error", ">bias", ">WMAPE"));
    for (Scores.Group group : scores.groups()) {
      table.row(
          Table.Emphasis.NONE,
          List.of(
              group.name(),
              Integer.toString(group.rows()),
              Integer.toString(group.simulated()),
              percent(group.withinTolerance(), false),
              factor(group.error()),
              factor(group.bias()),
              percent(group.wmape(), false)));
    }
    return table.render(screen);
  }

  private List<String> summary() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(scores.simulated() + " of " + scores.rows() + " rows have a value; of these are");
    lines.add("  within tolerance       " + percent(scores.withinTolerance(), false));
    lines.add(
        "  within a factor of     1.1: "
            + percent(scores.within11(), false)
            + ", 1.25: "
            + percent(scores.within125(), false)
            + ", 1.5: "
            + percent(scores.within15(), false));
    lines.add(
        "mean over groups         error "
            + factor(scores.error())
            + ", bias "
            + factor(scores.bias()));
    lines.add("WMAPE                    " + percent(scores.wmape(), false));
    lines.add(
        "correlation of logs      Pearson "
            + three(scores.pearson())
            + ", Spearman "
            + three(scores.spearman()));
    for (Scores.NullModel model : scores.nullModels()) {
      if (model.rows() > 0) {
        lines.add(
            String.format(
                Locale.ROOT,
                "null model %-13s error %s, the simulation's %s, on the same %d rows; the"
                    + " simulation is at least as near in %s; Pearson %s, Spearman %s",
                model.name(),
                factor(model.error()),
                factor(model.simulationError()),
                model.rows(),
                percent(model.nearer(), false),
                three(model.pearson()),
                three(model.spearman())));
      }
    }
    lines.add("error: exp(mean |ln(simulated / published)|); bias: without the bars");
    if (!leftOut.isEmpty()) {
      lines.add("left out: " + leftOut);
    }
    return lines;
  }

  /** Four digits, more where the number has more before its point. */
  static String value(OptionalDouble value) {
    if (value.isEmpty()) {
      return "";
    }
    double v = value.getAsDouble();
    if (Math.abs(v) >= 1000) {
      return String.format(Locale.ROOT, "%.0f", v);
    }
    BigDecimal short4 = new BigDecimal(v).round(SHOWN).stripTrailingZeros();
    return short4.scale() > 9 ? short4.toString() : short4.toPlainString();
  }

  private static String percent(OptionalDouble share, boolean signed) {
    if (share.isEmpty()) {
      return "";
    }
    return String.format(Locale.ROOT, signed ? "%+.1f%%" : "%.1f%%", 100 * share.getAsDouble());
  }

  private static String factor(OptionalDouble factor) {
    return factor.isEmpty() ? "" : String.format(Locale.ROOT, "%.3f", factor.getAsDouble());
  }

  private static String three(OptionalDouble value) {
    return value.isEmpty() ? "-" : String.format(Locale.ROOT, "%.3f", value.getAsDouble());
  }
}
