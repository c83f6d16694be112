// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.experiment.WallTime;
import io.lockstep.judge.validation.DeviceSuite;
import io.lockstep.judge.validation.RowResult;
import io.lockstep.judge.validation.RowStatus;
import io.lockstep.judge.validation.Suite;
import io.lockstep.judge.validation.ValidationOptions;
import io.lockstep.run.program.Installed;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Logarithms of a suite's values on variants of one device, averaged over launch phases. Only rows
 * with a positive value on the unchanged device are used.
 */
final class SuiteValues implements AutoCloseable {
  /** Maximum relative difference of equal values; results have twelve digits. */
  private static final double NOTHING = 1e-9;

  private final DeviceSuite suite;
  private final int phases;
  private List<RowResult> rows = List.of();
  private List<RowResult> left = List.of();
  private List<Integer> places = List.of(); // indices of the rows in the suite

  SuiteValues(
      Suite suite, DeviceSpec base, Installed installed, ExperimentOptions options, WallTime time) {
    phases = options.phases();
    this.suite =
        new DeviceSuite(
            suite,
            base,
            phases,
            installed.catalogue(),
            installed.frontends(),
            new ValidationOptions(options.study(), time));
  }

  void run(Collection<DeviceSpec> specs) {
    suite.run(specs);
  }

  /** Selects the rows to use by the results of the unchanged device. */
  void take(DeviceSpec base) {
    List<List<RowResult>> phases = rows(base);
    List<RowResult> all = phases.get(0);
    List<RowResult> taken = new ArrayList<>();
    List<RowResult> others = new ArrayList<>();
    List<Integer> where = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      RowResult row = all.get(i);
      boolean counts = row.expected() > 0 && row.weight() > 0 && log(phases, i).isPresent();
      (counts ? taken : others).add(row);
      if (counts) {
        where.add(i);
      }
    }
    rows = taken;
    left = others;
    places = where;
  }

  /** Whether all selected rows have their expected values. */
  boolean isMet() {
    return rows.stream()
        .allMatch(row -> Math.abs(row.value().getAsDouble() / row.expected() - 1) < NOTHING);
  }

  List<RowResult> rows() {
    return rows;
  }

  /** Describes why the first row that is not selected has no value. */
  String problem() {
    return left.stream()
        .filter(row -> row.status() != RowStatus.OK)
        .findFirst()
        .map(row -> "; " + row.id() + ": " + row.note())
        .orElse("");
  }

  List<String> notes() {
    return left.stream()
        .map(
            row ->
                row.id()
                    + " does not count: "
                    + (row.status() == RowStatus.OK ? "it has no logarithm" : row.note()))
        .toList();
  }

  double[] expected() {
    return rows.stream().mapToDouble(row -> StrictMath.log(row.expected())).toArray();
  }

  double[] weights() {
    return rows.stream().mapToDouble(RowResult::weight).toArray();
  }

  /** Returns the logarithms for a variant; empty if a row has no value. */
  Optional<double[]> of(DeviceSpec spec) {
    double[] logs = new double[rows.size()];
    List<List<RowResult>> phases = rows(spec);
    for (int i = 0; i < logs.length; i++) {
      Optional<Double> log = log(phases, places.get(i));
      if (log.isEmpty()) {
        return Optional.empty();
      }
      logs[i] = log.get();
    }
    return Optional.of(logs);
  }

  private List<List<RowResult>> rows(DeviceSpec spec) {
    return IntStream.range(0, phases).mapToObj(k -> suite.rows(spec, k)).toList();
  }

  private static Optional<Double> log(List<List<RowResult>> phases, int place) {
    double sum = 0;
    for (List<RowResult> rows : phases) {
      double value = rows.get(place).value().orElse(0);
      if (value <= 0 || rows.get(place).status() != RowStatus.OK) {
        return Optional.empty();
      }
      sum += StrictMath.log(value);
    }
    return Optional.of(sum / phases.size());
  }

  double squares(DeviceSpec spec) {
    return squares(of(spec).orElseThrow());
  }

  /** Returns the weighted sum of squared errors of predicted logarithms. */
  double squares(double[] logs) {
    return new ResponseCurve(0, expected(), weights()).squares(logs);
  }

  double rootMean(double squares) {
    double weights = 0;
    for (double weight : weights()) {
      weights += weight;
    }
    return Math.sqrt(squares / weights);
  }

  /**
   * Returns the distance of two predictions: the root of the weighted sum of squared differences.
   */
  double distance(double[] one, double[] other) {
    double sum = 0;
    double[] weights = weights();
    for (int i = 0; i < one.length; i++) {
      sum += weights[i] * (one[i] - other[i]) * (one[i] - other[i]);
    }
    return Math.sqrt(sum);
  }

  /** Returns the rows with the device's values and the errors that the first candidate leaves. */
  List<Residual> residuals(double[] base, double[] best) {
    List<Residual> all = new ArrayList<>();
    for (int i = 0; i < base.length; i++) {
      RowResult row = rows.get(i);
      all.add(
          new Residual(
              row.id(),
              row.expected(),
              StrictMath.exp(base[i]),
              row.weight(),
              StrictMath.log(row.expected()) - best[i]));
    }
    return all;
  }

  @Override
  public void close() {
    suite.close();
  }
}
