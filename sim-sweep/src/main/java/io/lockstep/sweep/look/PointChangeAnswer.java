// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.run.Numbers;
import io.lockstep.run.answer.Answer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Declares a changed point. */
public final class PointChangeAnswer {
  private static final List<String> STATUSES =
      List.of("ok", "wrong", "refused", "failed", PointRow.MISSING);

  private static final Answer<StatisticChange> STATISTIC =
      Answer.<StatisticChange>part()
          .text("name", "", StatisticChange::name)
          .numberOrNull("was", "Null for none.", s -> s.was().orElse(null))
          .numberOrNull("now", "Null for none.", s -> s.now().orElse(null));

  /** Declares the fields of a change, and the columns of its row in the table. */
  public static final Answer<PointChange> ANSWER =
      Answer.<PointChange>part()
          .text("workload", "Empty if the sweeps differ in it.", PointChange::workload)
          .text("device", "Empty if the sweeps differ in it.", PointChange::device)
          .typed("parameters", "Parameters that both sweeps set.", PointChange::parameters)
          .typed("overrides", "Parameters of the device that both set.", PointChange::settings)
          .word("change", "The first that applies.", PointChange.Kind.class, PointChange::kind)
          .flag("beyond", "Whether the change exceeds the tolerance.", PointChange::isBeyond)
          .word("status_was", "Null if not in the first sweep.", STATUSES, c -> status(c.was()))
          .orNull()
          .word("status_now", "Null if not in the second sweep.", STATUSES, c -> status(c.now()))
          .orNull()
          .numberOrNull(
              "seconds_was",
              "Mean over launch phases, or null.",
              c -> time(c, t -> seconds(t.was())))
          .numberOrNull(
              "seconds_now",
              "Mean over launch phases, or null.",
              c -> time(c, t -> seconds(t.now())))
          .numberOrNull(
              "ratio", "Second time divided by the first.", c -> time(c, PointChangeAnswer::ratio))
          .integer(
              "phases",
              "Number of launch phases, the smaller of both.",
              c -> c.times().isPresent(),
              c -> c.times().get().phases())
          .flag("within_noise", "Whether it is launch-phase noise.", c -> c.noise().orElse(null))
          .orNull()
          .textOrNull("message", "Why the second sweep has no result.", PointChangeAnswer::message)
          .list("statistics", "Largest change first.", PointChange::statistics, STATISTIC)
          .cell(
              c ->
                  String.join("; ", c.statistics().stream().map(PointChangeAnswer::words).toList()))
          .column("workload", PointChange::workload)
          .column("device", PointChange::device)
          .column("point", PointChangeAnswer::point)
          .column(">µs was", c -> shown(c, t -> micros(t.was())))
          .column(">µs now", c -> shown(c, t -> micros(t.now())))
          .column(">ratio", c -> shown(c, t -> String.format(Locale.ROOT, "%.4f", t.ratio())))
          .column("noise", PointChangeAnswer::noise)
          .column("what has changed", PointChangeAnswer::what)
          .lessImportant("µs was", "µs now", "noise", "point");

  private PointChangeAnswer() {}

  /** {@return CSV text with a line for each change} */
  public static String csv(List<PointChange> changes) {
    return ANSWER.csvOfAll(Map.of("parameters", "", "overrides", ""), changes);
  }

  private static String status(Optional<PointRow> row) {
    return row.map(PointRow::status).orElse(null);
  }

  private static String message(PointChange c) {
    return c.now().map(PointRow::message).orElse("");
  }

  private static BigDecimal time(
      PointChange change, Function<PointChange.Times, BigDecimal> value) {
    return change.times().map(value).orElse(null);
  }

  private static String shown(PointChange change, Function<PointChange.Times, String> text) {
    return change.times().map(text).orElse("");
  }

  private static BigDecimal ratio(PointChange.Times t) {
    return t.was().signum() == 0
        ? null
        : t.now().divide(t.was(), Numbers.RATIO_DIGITS, RoundingMode.HALF_UP);
  }

  private static BigDecimal seconds(BigDecimal picos) {
    return picos
        .movePointLeft(Numbers.seconds(1).scale())
        .round(MathContext.DECIMAL64)
        .stripTrailingZeros();
  }

  private static String micros(BigDecimal picos) {
    BigDecimal micros = picos.movePointLeft(6).setScale(2, RoundingMode.HALF_UP);
    return String.format(Locale.ROOT, "%,.2f", micros);
  }

  private static String words(StatisticChange change) {
    return change.name()
        + " "
        + change.was().map(BigDecimal::toPlainString).orElse("-")
        + " -> "
        + change.now().map(BigDecimal::toPlainString).orElse("-");
  }

  private static String point(PointChange c) {
    return Stream.concat(c.parameters().entrySet().stream(), c.settings().entrySet().stream())
        .map(e -> e.getKey() + "=" + e.getValue())
        .collect(Collectors.joining("  "));
  }

  private static String noise(PointChange c) {
    boolean isTime = c.kind() == PointChange.Kind.TIME;
    return isTime ? c.noise().map(within -> within ? "within" : "beyond").orElse("") : "";
  }

  private static String what(PointChange c) {
    return switch (c.kind()) {
      case GONE -> "only in the first sweep: " + status(c.was());
      case NEW -> "only in the second sweep: " + status(c.now());
      case STATUS -> {
        String message = message(c).isEmpty() ? "" : ": " + message(c);
        yield status(c.was()) + " -> " + status(c.now()) + message;
      }
      case TIME, STATISTICS -> String.join(", ", StatisticWords.parts(c.statistics()));
    };
  }
}
