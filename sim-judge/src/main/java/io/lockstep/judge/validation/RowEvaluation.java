// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import io.lockstep.io.InputException;
import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultFields;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.point.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Computes the values of rows from simulation results: measures, the fastest of several variants,
 * ratios. It can run while simulations are in progress, and then uses the results available so far.
 */
final class RowEvaluation {
  private final Suite suite;
  private final Map<String, DeviceSpec> specs; // by row id
  private final int phase;
  private final Function<Request, Optional<RunResult>> results;
  private final Interpolation interpolation;
  private final SizeSeries series;
  private final Map<String, Value> values = new HashMap<>(); // by row id

  /** The values of a row according to the simulation and to the roofline. */
  private record Value(
      RowStatus status,
      OptionalDouble value,
      OptionalDouble roofline,
      SortedMap<String, String> chosen,
      String message) {
    static Value none(RowStatus status, String message) {
      return new Value(
          status, OptionalDouble.empty(), OptionalDouble.empty(), new TreeMap<>(), message);
    }
  }

  RowEvaluation(
      Suite suite,
      Map<String, DeviceSpec> specs,
      int phase,
      Function<Request, Optional<RunResult>> results) {
    this.suite = suite;
    this.specs = specs;
    this.phase = phase;
    this.results = results;
    interpolation = new Interpolation(suite.rows());
    series = new SizeSeries(suite.rows());
  }

  List<RowResult> rows() {
    return suite.rows().stream().filter(suite::isWanted).map(this::row).toList();
  }

  private RowResult row(SuiteRow row) {
    Value value = row.isWrong() ? Value.none(RowStatus.BAD_INPUT, row.problem()) : relative(row);
    String note = value.message();
    if (!row.note().isEmpty()) {
      note = note.isEmpty() ? row.note() : note + "; " + row.note();
    }
    return new RowResult(
        row.key(),
        row.publication(),
        value.status(),
        new RowResult.Values(value.value(), interpolation.value(row), value.roofline()),
        new RowResult.Setting(value.chosen(), row.overrides(), series.of(row)),
        note);
  }

  /** Returns the value of a row; if the row is a ratio, divided by the value of another row. */
  private Value relative(SuiteRow row) {
    Value known = values.get(row.id());
    if (known != null) {
      return known;
    }
    Value own = own(row);
    if (own.status() == RowStatus.OK && !row.relativeTo().isEmpty()) {
      SuiteRow other = suite.row(row.relativeTo()).orElseThrow();
      Value divisor =
          other.isWrong() ? Value.none(RowStatus.BAD_INPUT, other.problem()) : relative(other);
      own =
          divisor.status() == RowStatus.OK
              ? checked(
                  row,
                  own.value().getAsDouble() / divisor.value().getAsDouble(),
                  own.roofline().isPresent() && divisor.roofline().isPresent()
                      ? OptionalDouble.of(
                          own.roofline().getAsDouble() / divisor.roofline().getAsDouble())
                      : OptionalDouble.empty(),
                  own.chosen(),
                  own.message())
              : Value.none(
                  divisor.status(), "relative to " + other.id() + ": " + divisor.message());
    }
    values.put(row.id(), own);
    return own;
  }

  /** Returns the value of the fastest variant. */
  private Value own(SuiteRow row) {
    DeviceSpec spec = specs.get(row.id());
    RunResult best = null;
    RunResult other = null;
    SortedMap<String, String> chosen = new TreeMap<>();
    OptionalDouble fastest = OptionalDouble.empty(); // predicted by the roofline
    RunResult fastestOf = null;
    for (SortedMap<String, String> parameters : row.variants()) {
      Optional<RunResult> found =
          results.apply(new Request(row.workload(), parameters, spec, phase));
      if (found.isEmpty()) {
        return Value.none(RowStatus.INTERRUPTED, "not simulated");
      }
      RunResult result = found.get();
      if (RowStatus.of(result) != RowStatus.OK) {
        other = other == null ? result : other;
        continue;
      }
      if (best == null || result.picos() < best.picos()) {
        best = result;
        chosen = new TreeMap<>(parameters);
        chosen.keySet().retainAll(row.bestOf().keySet());
      }
      OptionalDouble roofline = Roofline.seconds(spec, result);
      if (roofline.isPresent()
          && (fastest.isEmpty() || roofline.getAsDouble() < fastest.getAsDouble())) {
        fastest = roofline;
        fastestOf = result;
      }
    }
    if (best == null) {
      return Value.none(RowStatus.of(other), message(other));
    }
    for (String name : row.measure().names()) {
      if (lookUp(row, best, name) == null) {
        return Value.none(
            RowStatus.REFUSED,
            row.quantity().launch().isPresent()
                ? "no '" + row.quantity().statistic(name) + "'"
                : spec.id() + " does not model '" + name + "'");
      }
    }
    RunResult measured = best;
    OptionalDouble roofline = OptionalDouble.empty();
    double value;
    try {
      if (row.isTimed() && fastestOf != null && fastestOf.picos() > 0) {
        double seconds = fastest.getAsDouble();
        double cycles = fastestOf.cycles() * (seconds * 1e12 / fastestOf.picos());
        RunResult from = fastestOf;
        value =
            row.measure()
                .real(
                    name ->
                        name.equals(SuiteRow.SECONDS)
                            ? (Double) seconds
                            : name.equals(SuiteRow.CYCLES)
                                ? (Double) cycles
                                : lookUp(row, from, name));
        roofline = RowResult.hasLogarithm(value) ? OptionalDouble.of(value) : roofline;
      }
      value = row.measure().real(name -> lookUp(row, measured, name));
    } catch (InputException e) { // integer division by zero, or overflow of 64 bits
      return Value.none(RowStatus.REFUSED, e.getMessage());
    }
    return checked(row, value, roofline, chosen, message(best));
  }

  private static String message(RunResult result) {
    Failure failure = result.failure();
    return failure == null || failure == Failure.MODEL || failure == Failure.INPUT
        ? result.message()
        : failure.key() + ": " + result.message();
  }

  private static Value checked(
      SuiteRow row,
      double value,
      OptionalDouble roofline,
      SortedMap<String, String> chosen,
      String message) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Value.none(RowStatus.REFUSED, "'" + row.measure() + "' comes to " + value);
    }
    return new Value(RowStatus.OK, OptionalDouble.of(value), roofline, chosen, message);
  }

  private static Double lookUp(SuiteRow row, RunResult result, String name) {
    Optional<ResultField<Long>> field = ResultFields.number(name);
    if (field.isPresent()) {
      return field.get().type().printed(field.get().of(result)).doubleValue();
    }
    String parameter = result.parameters().get(name);
    if (parameter != null) {
      return Double.parseDouble(parameter);
    }
    return row.quantity().value(result, name);
  }
}
