// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import io.lockstep.run.answer.Answer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.OptionalDouble;

/** Declares the output of {@code validate}. */
public final class ValidationAnswer {
  private static final MathContext DIGITS = new MathContext(12);
  private static final int RATIO_DIGITS = 6;

  private static final String NULL_MODELS = "Prediction of this null model.";

  private static final Answer<SizePoint> SIZE =
      Answer.<SizePoint>part()
          .text("series", "Series of sizes to which the row belongs.", SizePoint::series)
          .number("size", "Size of the row in its series.", s -> value(s.size()));

  /** Declares a row of the suite. */
  public static final Answer<RowResult> ROW =
      Answer.<RowResult>part()
          .text("id", "Name of the row in its suite.", RowResult::id)
          .text("device", "An id or a specification file.", RowResult::device)
          .text("group", "Group whose score includes the row.", RowResult::group)
          .numberOrNull("expected", "The published value.", r -> value(r.published()))
          .numberOrNull("simulated", "null for the reason in note.", r -> value(r.value()))
          .numberOrNull("error", "simulated / expected - 1.", r -> ratio(r.error()))
          .flag(
              "within",
              "Whether the value is within the tolerance; null without a value.",
              r -> r.value().isPresent() ? r.isWithin() : null)
          .orNull()
          .number("weight", "Weight of the row in means.", r -> value(r.weight()))
          .text("note", "Reason for a missing value, or a remark.", RowResult::note)
          .word("status", "", RowStatus.class, RowResult::status)
          .text("unit", "", RowResult::unit)
          .number("tolerance", "Fraction of the published value.", r -> value(r.tolerance()))
          .numberOrNull("interpolation", NULL_MODELS, r -> value(r.values().interpolated()))
          .numberOrNull("roofline", NULL_MODELS, r -> value(r.values().roofline()))
          .typed(
              "chosen", "Parameters of the fastest of several variants.", r -> r.setting().chosen())
          .typed("set", "Parameters of the device that the row sets.", r -> r.setting().overrides())
          .textOrNull("relative_to", "Row that divides the value.", RowResult::relativeTo)
          .text("source", "The publication.", RowResult::source)
          .includeOrNull(SIZE, r -> r.setting().size().orElse(null))
          .columnsOf("row=id", "device", "group")
          .column(">published", r -> ValidationText.value(r.published()))
          .column(">simulated", ValidationAnswer::simulated)
          .columnsOf("unit")
          .column(">error", r -> ValidationText.percent(r.error(), true))
          .column(">allowed", r -> ValidationText.percent(OptionalDouble.of(r.tolerance()), false))
          .column("hit", r -> r.value().isEmpty() ? "" : r.isWithin() ? "yes" : "no")
          .columnsOf("note")
          .lessImportant("allowed", "group", "note");

  private static final String WITHIN = "Share of rows within their tolerance.";
  private static final String MEDIAN = "exp(median |ln(simulated / published)|), unweighted.";
  private static final String WMAPE =
      "Sum of absolute deviations / sum of published values; null for several units.";
  private static final String PEARSON =
      "Pearson's correlation of the logarithms; null for several units.";
  private static final String SPEARMAN = "Spearman's correlation; null for several units.";

  /** Declares the score of a group of rows. */
  public static final Answer<Scores.Group> GROUP =
      Answer.<Scores.Group>part()
          .text("group", "", Scores.Group::name)
          .integer("rows", "Number of rows.", Scores.Group::rows)
          .integer("simulated", "Number of rows with a value.", Scores.Group::simulated)
          .numberOrNull("median", MEDIAN, g -> ratio(g.errors().median()))
          .numberOrNull(
              "error", "exp(mean |ln(simulated / published)|).", g -> ratio(g.errors().error()))
          .numberOrNull(
              "bias", "exp(mean ln(simulated / published)).", g -> ratio(g.errors().bias()))
          .numberOrNull("within_tolerance", WITHIN, g -> ratio(g.withinTolerance()))
          .numberOrNull("wmape", WMAPE, g -> ratio(g.errors().wmape()))
          .columnsOf("group", ">rows", ">with a value=simulated")
          .column(">hits", g -> ValidationText.percent(g.withinTolerance(), false))
          .column(">median", g -> ValidationText.factor(g.errors().median()))
          .column(">error", g -> ValidationText.factor(g.errors().error()))
          .column(">bias", g -> ValidationText.factor(g.errors().bias()))
          .column(">WMAPE", g -> ValidationText.percent(g.errors().wmape(), false));

  private static final Answer<Scores.NullModel> NULL_MODEL =
      Answer.<Scores.NullModel>part()
          .word("model", "", List.of("interpolation", "roofline"), Scores.NullModel::name)
          .integer("rows", "Number of rows that the model predicts.", Scores.NullModel::rows)
          .numberOrNull("error", "Mean of the groups' errors of the model.", m -> ratio(m.error()))
          .numberOrNull("simulation_error", "On the same rows.", m -> ratio(m.simulationError()))
          .numberOrNull(
              "simulation_nearer",
              "Share of these rows for which the simulation is at least as close.",
              m -> ratio(m.nearer()))
          .numberOrNull("pearson", PEARSON, m -> ratio(m.correlation().pearson()))
          .numberOrNull("spearman", SPEARMAN, m -> ratio(m.correlation().spearman()));

  private static final String GROWTH = "Simulated / published difference of the two times.";
  private static final String GROWTH_OF_LOGARITHM =
      "Simulated / published difference of the logarithms of the two times.";

  /** Declares the slope of a series of rows. */
  public static final Answer<Slope> SLOPE =
      Answer.<Slope>part()
          .text("device", "", Slope::device)
          .text("series", "", Slope::series)
          .text("parameter", "The parameter that varies in the series.", Slope::parameter)
          .number("from", "The second largest size.", s -> value(s.from()))
          .number("to", "The largest size.", s -> value(s.to()))
          .number("time", GROWTH, s -> ratio(OptionalDouble.of(s.time())))
          .number("logarithm", GROWTH_OF_LOGARITHM, s -> ratio(OptionalDouble.of(s.logarithm())))
          .columnsOf("series", "device", "size=parameter")
          .column(">from", s -> ValidationText.value(OptionalDouble.of(s.from())))
          .column(">to", s -> ValidationText.value(OptionalDouble.of(s.to())))
          .column(">time / size", s -> ValidationText.factor(OptionalDouble.of(s.time())))
          .column(">log-log", s -> ValidationText.factor(OptionalDouble.of(s.logarithm())))
          .column("near", s -> s.isNear() ? "yes" : "no");

  private static final String WITHIN_FACTOR = "Share of rows within this factor.";

  private static final Answer<Scores> SUMMARY =
      Answer.<Scores>part()
          .integer("rows", "Number of rows.", Scores::rows)
          .integer("simulated", "Number of rows with a value.", Scores::simulated)
          .numberOrNull("within_tolerance", WITHIN, s -> ratio(s.within().tolerance()))
          .numberOrNull("within_1.1", WITHIN_FACTOR, s -> ratio(s.within().factor11()))
          .numberOrNull("within_1.25", WITHIN_FACTOR, s -> ratio(s.within().factor125()))
          .numberOrNull("within_1.5", WITHIN_FACTOR, s -> ratio(s.within().factor15()))
          .numberOrNull("median", MEDIAN, s -> ratio(s.errors().median()))
          .numberOrNull("error", "Mean of the groups' errors.", s -> ratio(s.errors().error()))
          .numberOrNull("bias", "Mean of the groups' biases.", s -> ratio(s.errors().bias()))
          .numberOrNull("wmape", WMAPE, s -> ratio(s.errors().wmape()))
          .numberOrNull("pearson", PEARSON, s -> ratio(s.correlation().pearson()))
          .numberOrNull("spearman", SPEARMAN, s -> ratio(s.correlation().spearman()))
          .list("groups", "In the order of their first rows.", s -> s.parts().groups(), GROUP)
          .list("null_models", "", s -> s.parts().nullModels(), NULL_MODEL)
          .list("slopes", "Growth of time with size, by series.", s -> s.parts().slopes(), SLOPE)
          .numberOrNull(
              "slopes_within_1.25", "Share within this factor.", s -> ratio(s.nearSlopes()));

  /** Declares the document. */
  public static final Answer<List<RowResult>> ANSWER =
      Answer.<List<RowResult>>of("Validation", "Output of validate with --format json.")
          .list("rows", "In the order of the suite.", rows -> rows, ROW)
          .group("summary", "Scores of all rows.", Scores::of, SUMMARY);

  private ValidationAnswer() {}

  private static String simulated(RowResult row) {
    return row.status() == RowStatus.OK
        ? ValidationText.value(row.value())
        : ValidationText.status(row);
  }

  private static BigDecimal value(double value) {
    return value(OptionalDouble.of(value));
  }

  /** Rounds a value to the twelve digits that are printed. */
  private static BigDecimal value(OptionalDouble value) {
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
