// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import io.lockstep.run.format.CsvRows;
import io.lockstep.run.format.Fields;
import io.lockstep.run.format.JsonDocument;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Writes rows and scores as JSON and CSV. Later versions only add fields. */
public final class ValidationFields {
  private static final MathContext DIGITS = new MathContext(12);
  private static final int RATIO_DIGITS = 6;
  private static final OptionalDouble NONE = OptionalDouble.empty();

  private ValidationFields() {}

  /** {@return the complete JSON document} */
  public static String json(String version, List<RowResult> rows) {
    return JsonDocument.of(
        version,
        json -> {
          json.list("rows", rows, ValidationFields::row);
          json.group("summary", s -> summary(Scores.of(rows), s));
        });
  }

  /** {@return CSV text with a line for each row} */
  public static String csv(List<RowResult> rows) {
    CsvRows csv = CsvRows.all(new TreeMap<>());
    rows.forEach(row -> csv.row(fields -> row(row, fields)));
    return csv.text();
  }

  private static void row(RowResult row, Fields to) {
    to.text("id", row.id());
    to.text("device", row.device());
    to.text("group", row.group());
    to.number("expected", value(row.published()));
    to.number("simulated", value(row.value()));
    to.number("error", ratio(row.error()));
    to.flag("within", row.value().isPresent() ? row.isWithin() : null);
    to.number("weight", value(OptionalDouble.of(row.weight())));
    to.text("note", row.note());
    to.word("status", row.status());
    to.text("unit", row.unit());
    to.number("tolerance", value(OptionalDouble.of(row.tolerance())));
    to.number("interpolation", value(row.interpolated()));
    to.number("roofline", value(row.roofline()));
    to.typed("chosen", row.chosen());
    to.typed("set", row.overrides());
    to.text("relative_to", row.relativeTo().isEmpty() ? null : row.relativeTo());
    to.text("source", row.source());
    to.text("series", row.size().map(SizePoint::series).orElse(null));
    to.number("size", value(row.size().map(s -> OptionalDouble.of(s.size())).orElse(NONE)));
  }

  private static void summary(Scores s, Fields to) {
    to.number("rows", s.rows());
    to.number("simulated", s.simulated());
    to.number("within_tolerance", ratio(s.withinTolerance()));
    to.number("within_1.1", ratio(s.within11()));
    to.number("within_1.25", ratio(s.within125()));
    to.number("within_1.5", ratio(s.within15()));
    to.number("median", ratio(s.median()));
    to.number("error", ratio(s.error()));
    to.number("bias", ratio(s.bias()));
    to.number("wmape", ratio(s.wmape()));
    to.number("pearson", ratio(s.pearson()));
    to.number("spearman", ratio(s.spearman()));
    to.list(
        "groups",
        s.groups(),
        (g, of) -> {
          of.text("group", g.name());
          of.number("rows", g.rows());
          of.number("simulated", g.simulated());
          of.number("median", ratio(g.median()));
          of.number("error", ratio(g.error()));
          of.number("bias", ratio(g.bias()));
          of.number("within_tolerance", ratio(g.withinTolerance()));
          of.number("wmape", ratio(g.wmape()));
        });
    to.list(
        "null_models",
        s.nullModels(),
        (n, of) -> {
          of.text("model", n.name());
          of.number("rows", n.rows());
          of.number("error", ratio(n.error()));
          of.number("simulation_error", ratio(n.simulationError()));
          of.number("simulation_nearer", ratio(n.nearer()));
          of.number("pearson", ratio(n.pearson()));
          of.number("spearman", ratio(n.spearman()));
        });
    to.list(
        "slopes",
        s.slopes(),
        (slope, of) -> {
          of.text("device", slope.device());
          of.text("series", slope.series());
          of.text("parameter", slope.parameter());
          of.number("from", value(OptionalDouble.of(slope.from())));
          of.number("to", value(OptionalDouble.of(slope.to())));
          of.number("time", ratio(OptionalDouble.of(slope.time())));
          of.number("logarithm", ratio(OptionalDouble.of(slope.logarithm())));
        });
    to.number("slopes_within_1.25", ratio(s.nearSlopes()));
  }

  /** Rounds a value to the twelve digits that are printed. */
  static BigDecimal value(OptionalDouble value) {
    if (value.isEmpty() || !Double.isFinite(value.getAsDouble())) {
      return null;
    }
    BigDecimal exact = new BigDecimal(value.getAsDouble()).round(DIGITS).stripTrailingZeros();
    return exact.scale() < 0 ? exact.setScale(0) : exact;
  }

  private static BigDecimal ratio(OptionalDouble value) {
    return value.isEmpty() || !Double.isFinite(value.getAsDouble())
        ? null // JSON has no infinity
        : new BigDecimal(value.getAsDouble()).setScale(RATIO_DIGITS, RoundingMode.HALF_UP);
  }
}
