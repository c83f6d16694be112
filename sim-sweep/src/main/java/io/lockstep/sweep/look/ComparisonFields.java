// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.run.Numbers;
import io.lockstep.run.baseline.StatisticChange;
import io.lockstep.run.format.CsvRows;
import io.lockstep.run.format.Fields;
import io.lockstep.run.format.JsonDocument;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;

/** A comparison of two sweeps as fields. New fields may be added, but none renamed. */
public final class ComparisonFields {
  private ComparisonFields() {}

  /**
   * {@return the complete document}
   *
   * @param version version of Lockstep
   * @param comparison comparison to write
   */
  public static String json(String version, SweepComparison comparison) {
    return JsonDocument.of(
        version,
        json -> {
          json.number("tolerance", BigDecimal.valueOf(comparison.tolerance()));
          json.number("same", comparison.same());
          json.number("changed", comparison.changes().size());
          json.number("beyond", comparison.beyond());
          json.list(
              "differences",
              comparison.differences(),
              (difference, to) -> {
                to.text("name", difference.name());
                to.text("was", difference.was());
                to.text("now", difference.now());
              });
          json.list(
              "changes",
              comparison.changes(),
              (change, to) -> {
                change(comparison, change, to);
                to.list("statistics", change.statistics(), ComparisonFields::statistic);
              });
        });
  }

  /**
   * {@return a line for each changed point}
   *
   * @param comparison comparison to write
   */
  public static String csv(SweepComparison comparison) {
    CsvRows csv =
        CsvRows.all(
            Map.of("parameters", "", "overrides", ""),
            "workload",
            "device",
            "parameters",
            "overrides",
            "change",
            "beyond",
            "status_was",
            "status_now",
            "seconds_was",
            "seconds_now",
            "ratio",
            "phases",
            "within_noise",
            "message",
            "statistics");
    for (PointChange change : comparison.changes()) {
      csv.row(
          to -> {
            change(comparison, change, to);
            to.texts(
                "statistics", change.statistics().stream().map(ComparisonFields::words).toList());
          });
    }
    return csv.text();
  }

  private static void change(SweepComparison comparison, PointChange change, Fields to) {
    to.text("workload", change.workload());
    to.text("device", change.device());
    to.typed("parameters", change.parameters());
    to.typed("overrides", change.settings());
    to.word("change", change.kind());
    to.flag("beyond", comparison.isBeyond(change));
    to.text("status_was", change.was().map(PointRow::status).orElse(null));
    to.text("status_now", change.now().map(PointRow::status).orElse(null));
    Optional<PointChange.Times> times = change.times();
    to.number("seconds_was", times.map(t -> seconds(t.was())).orElse(null));
    to.number("seconds_now", times.map(t -> seconds(t.now())).orElse(null));
    to.number("ratio", times.flatMap(ComparisonFields::ratio).orElse(null));
    to.number("phases", times.map(t -> BigDecimal.valueOf(t.phases())).orElse(null));
    to.flag("within_noise", times.flatMap(PointChange.Times::noise).orElse(null));
    to.text("message", change.now().map(PointRow::message).filter(m -> !m.isEmpty()).orElse(null));
  }

  private static BigDecimal seconds(BigDecimal picos) {
    return picos
        .movePointLeft(Numbers.seconds(1).scale())
        .round(MathContext.DECIMAL64)
        .stripTrailingZeros();
  }

  private static Optional<BigDecimal> ratio(PointChange.Times times) {
    return times.was().signum() == 0
        ? Optional.empty()
        : Optional.of(times.now().divide(times.was(), Numbers.RATIO_DIGITS, RoundingMode.HALF_UP));
  }

  private static void statistic(StatisticChange change, Fields to) {
    to.text("name", change.name());
    to.number("was", change.was().orElse(null));
    to.number("now", change.now().orElse(null));
  }

  private static String words(StatisticChange change) {
    return change.name()
        + " "
        + change.was().map(BigDecimal::toPlainString).orElse("-")
        + " -> "
        + change.now().map(BigDecimal::toPlainString).orElse("-");
  }
}
