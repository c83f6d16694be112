// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.explain.Explanation;
import io.lockstep.explain.Reason;
import io.lockstep.explain.RoofAnswer;
import io.lockstep.explain.Together;
import io.lockstep.explain.experiment.Decimals;
import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.ladder.Ladder;
import io.lockstep.explain.roof.FactorRange;
import io.lockstep.explain.roof.MovedLine;
import io.lockstep.explain.roof.RoofComparison;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Formats an explanation as a table of factors, followed by sentences. Each factor has a bar on a
 * logarithmic scale, to the left if it makes the second device faster, to the right if slower.
 * Immutable.
 */
public record ExplanationTable(Explanation explanation) {
  /** Length of a full bar on either side, in columns. */
  private static final int HALF = 12;

  /** Minimum scale: the logarithm of the factor that a full bar represents. */
  private static final double SHORTEST_SCALE = 0.05;

  /** Minimum logarithm of an interaction to be shown. */
  private static final double TOGETHER = 0.03;

  public String render(Screen screen) {
    ScreenText text = new ScreenText(screen);
    text.line(head());
    text.table(factors());
    text.blank();
    explanation.findings().forEach(finding -> text.line("- " + finding));
    for (Reason reason : explanation.reasons()) {
      if (!reason.sentence().isEmpty()) {
        text.line("- " + reason.sentence());
      }
    }
    ranges(text);
    if (explanation.findings().isEmpty()
        && explanation.reasons().stream().allMatch(r -> r.sentence().isEmpty())) {
      text.line("No factor is beyond 3 % and its own uncertainty.");
    }
    together(text);
    explanation.roofs().ifPresent(roofs -> moved(text, roofs.comparison()));
    text.blank();
    text.line(method());
    explanation.simulations().notes().forEach(text::line);
    return text.toString();
  }

  private String head() {
    StringBuilder head = new StringBuilder();
    boolean one =
        explanation
            .roofs()
            .map(r -> r.comparison().moved().isEmpty() && isOneProgram(r))
            .orElse(true);
    if (one) {
      head.append(explanation.workload());
      explanation.parameters().forEach((k, v) -> head.append(' ').append(k).append('=').append(v));
      head.append(": ");
    }
    explanation
        .roofs()
        .filter(r -> !one && r.devices().from().equals(r.devices().to()))
        .ifPresent(r -> head.append(r.devices().from()).append(": "));
    return head.append(explanation.from())
        .append(' ')
        .append(FigureText.micros(explanation.first().picos()))
        .append(" µs")
        .append(explanation.estimates().map(e -> " " + e.fromWords()).orElse(""))
        .append(" → ")
        .append(explanation.to())
        .append(' ')
        .append(FigureText.micros(explanation.second().picos()))
        .append(" µs")
        .append(explanation.estimates().map(e -> " " + e.toWords()).orElse(""))
        .append(explanation.estimates().isPresent() ? ", estimated" : "")
        .append(explanation.subject().kernels() ? ", the kernels' own time" : "")
        .append("; ")
        .append(Decimals.slower(explanation.ratio()))
        .toString();
  }

  private boolean isOneProgram(RoofAnswer roofs) {
    return roofs.toWorkload().equals(explanation.workload())
        && roofs.toParameters().equals(explanation.parameters());
  }

  private Table factors() {
    double scale =
        explanation.reasons().stream()
            .mapToDouble(r -> Math.abs(StrictMath.log(r.factor())))
            .max()
            .orElse(0);
    Table table =
        new Table(
                List.of(
                    "reason",
                    ">" + explanation.from(),
                    ">" + explanation.to(),
                    ">factor",
                    ">by ranges",
                    ">2 s.e.",
                    "faster < > slower",
                    ">first",
                    ">last"))
            .dropping("--format csv shows all", List.of("last", "first", "2 s.e."));
    boolean isByRoofs = explanation.roofs().isPresent();
    for (Reason reason : explanation.reasons()) {
      boolean hasOrder = !isByRoofs && !reason.name().equals(Explanation.RESIDUAL);
      table.row(
          reason.isWorthASentence() ? Table.Emphasis.NONE : Table.Emphasis.DIM,
          List.of(
              reason.name(),
              isByRoofs ? reason.sides().from() : "",
              isByRoofs ? reason.sides().to() : "",
              Decimals.factor(reason.factor()),
              reason.shownRange().map(FactorRange::ends).orElse(""),
              isByRoofs && reason.error() == 0 ? "" : Decimals.error(reason.error()),
              bar(StrictMath.log(reason.factor()), Math.max(scale, SHORTEST_SCALE)),
              hasOrder ? Decimals.factor(reason.first()) : "",
              hasOrder ? Decimals.factor(reason.last()) : ""));
    }
    table.row(
        Table.Emphasis.BOLD,
        List.of(
            "= " + explanation.to() + " / " + explanation.from(),
            isByRoofs ? FigureText.micros(explanation.first().picos()) + " µs" : "",
            isByRoofs ? FigureText.micros(explanation.second().picos()) + " µs" : "",
            Decimals.factor(explanation.ratio())));
    return table;
  }

  /** Adds a sentence on each factor that rests on uncertain parameters. */
  private void ranges(ScreenText text) {
    for (Reason reason : explanation.reasons()) {
      reason.shownRange().ifPresent(r -> text.line("- " + r.sentence(reason.name())));
    }
    if (explanation.reasons().stream().anyMatch(r -> r.shownRange().isPresent())) {
      text.line(FactorRange.TEST);
    }
  }

  /** Adds the source lines between which work moved. */
  private void moved(ScreenText text, RoofComparison comparison) {
    if (comparison.moved().isEmpty()) {
      return;
    }
    Table table =
        new Table(
            List.of(
                explanation.from(),
                ">amount",
                ">share",
                explanation.to(),
                ">amount",
                ">share",
                comparison.movedWords()));
    for (MovedLine line : comparison.moved()) {
      table.row(
          Table.Emphasis.NONE,
          List.of(
              line.where(line.from()),
              amount(line.from()),
              share(line.from()),
              line.where(line.to()),
              amount(line.to()),
              share(line.to()),
              line.text()));
    }
    text.table(table);
  }

  private static String amount(MovedLine.Side side) {
    return side.isThere() ? String.format(Locale.ROOT, "%,.0f", side.amount()) : "";
  }

  private static String share(MovedLine.Side side) {
    return side.isThere() ? Decimals.percent(side.share(), 1) : "";
  }

  public static String bar(double logarithm, double scale) {
    int length = (int) Math.round(HALF * Math.abs(logarithm) / scale);
    String bar = "█".repeat(length);
    return logarithm < 0
        ? " ".repeat(HALF - length) + bar + "│" + " ".repeat(HALF)
        : " ".repeat(HALF) + "│" + bar + " ".repeat(HALF - length);
  }

  private void together(ScreenText text) {
    List<Together> pairs =
        explanation.factors().together().stream()
            .filter(pair -> Math.abs(StrictMath.log(pair.factor())) > TOGETHER)
            .sorted(
                Comparator.comparingDouble(
                    (Together pair) -> -Math.abs(StrictMath.log(pair.factor()))))
            .toList();
    for (Together pair : pairs) {
      text.line(
          "- %s and %s together: %s of what each alone would make."
              .formatted(pair.one(), pair.other(), Decimals.factor(pair.factor())));
    }
  }

  private String phases() {
    int phases = explanation.simulations().phases();
    return phases == 1 ? "one launch phase" : phases + " launch phases";
  }

  private String method() {
    int orders = explanation.factors().orders();
    if (explanation.roofs().isPresent() && explanation.simulations().specifications().isEmpty()) {
      return "From one run each.";
    }
    if (explanation.roofs().isPresent()) {
      boolean one = explanation.ladder().map(Ladder::oneOrder).orElse(false);
      return "Waits: "
          + (one ? "one order of ideal parts" : "Shapley's values of all orders that are allowed")
          + ", each by itself, means of "
          + phases()
          + ", from "
          + explanation.simulations().specifications().size()
          + " specifications"
          + (explanation.simulations().phases() < ExperimentOptions.PHASES
              ? "; --precise takes more"
              : "");
    }
    return "Shapley's values of "
        + (orders == 0 ? "all orders" : orders + " orders in antithetic pairs")
        + ", means of "
        + phases()
        + ", from "
        + explanation.simulations().specifications().size()
        + " specifications; 'first' and 'last': changed before and after all others"
        + (explanation.simulations().phases() < ExperimentOptions.PHASES || orders > 0
            ? "; --precise takes more"
            : "");
  }
}
