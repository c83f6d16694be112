// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.experiment.UnexplainedException;
import io.lockstep.explain.experiment.WallTime;
import io.lockstep.explain.figures.Side;
import io.lockstep.judge.validation.RowResult;
import io.lockstep.judge.validation.Suite;
import io.lockstep.run.program.Installed;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figure;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.study.StudyProgress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * Fits parameters of a device to a suite by least squares of logarithms. Steps of Gauss and Newton
 * come near, {@link BoundedSearch} finds the best legal values. Results do not depend on the number
 * of threads. Thread-safe.
 */
public final class Calibrator {
  private static final int NEWTON_STEPS = 3;

  /** Elasticity below which no row depends on a parameter. */
  private static final double NONE = 1e-3;

  /** Correlation above which two parameters are not told apart. */
  private static final double APART = 0.98;

  /** Probability of each side of an interval. */
  private static final double TAIL = 0.025;

  private final Installed installed;
  private final ExperimentOptions options;

  public Calibrator(Installed installed, ExperimentOptions options) {
    this.installed = installed;
    this.options = options;
  }

  /**
   * Fits parameters to a suite.
   *
   * @param suite rows with expected values
   * @param device device on which all rows are simulated
   * @param ranges allowed values of each parameter, by path
   * @throws UnexplainedException if too few rows have a value, or the time limit is reached
   */
  public Calibration fit(
      Suite suite, Side device, Map<String, FittedParameter.Range> ranges, StudyProgress listener) {
    WallTime time = new WallTime(options.limit(), listener);
    try (SuiteValues values = new SuiteValues(suite, device.spec(), installed, options, time)) {
      values.run(List.of(device.spec()));
      values.take(device.spec());
      if (values.rows().size() <= ranges.size()) {
        throw new UnexplainedException(
            UnexplainedException.Why.REFUSED,
            "%s rows of the suite have a value above 0 on %s; to fit %s parameters takes more%s"
                .formatted(values.rows().size(), device.name(), ranges.size(), values.problem()));
      }
      return new Session(device, values, ranges).fit(time);
    }
  }

  private final class Session {
    private final Side device;
    private final DeviceSpec base;
    private final SuiteValues values;
    private final Map<String, FittedParameter.Range> ranges;
    private final Map<String, Double> untouched = new LinkedHashMap<>();
    private List<SpecSchema.Key> keys;
    private SuitePoints points;
    private double[] low;
    private double[] high;

    Session(Side device, SuiteValues values, Map<String, FittedParameter.Range> ranges) {
      this.device = device;
      this.base = device.spec();
      this.values = values;
      this.ranges = ranges;
      take(ranges.keySet().stream().map(path -> base.schema().key(path)).toList());
    }

    private void take(List<SpecSchema.Key> taken) {
      keys = taken;
      points = new SuitePoints(installed.catalogue(), base, keys, values);
      low = new double[keys.size()];
      high = new double[keys.size()];
      for (int j = 0; j < low.length; j++) {
        FittedParameter.Range range = ranges.get(keys.get(j).path());
        low[j] = StrictMath.log(Math.max(1, keys.get(j).dimension().parse(range.low())));
        high[j] = StrictMath.log(Math.max(1, keys.get(j).dimension().parse(range.high())));
      }
    }

    Calibration fit(WallTime time) {
      LinearFit linear = points.around(base);
      List<SpecSchema.Key> touched = new ArrayList<>();
      for (int j = 0; j < keys.size(); j++) {
        if (linear.elasticity(j) > NONE) {
          touched.add(keys.get(j));
        } else {
          untouched.put(keys.get(j).path(), linear.elasticity(j));
        }
      }
      DeviceSpec best = base;
      if (!touched.isEmpty()) {
        take(touched);
        best = BoundedSearch.best(points, low, high, newton());
        linear = points.around(best);
      }
      List<FittedParameter> parameters = parameters(best, linear);
      List<LeftOutGroup> groups = touched.isEmpty() ? List.of() : groups(best, linear);
      Calibration.Errors errors =
          new Calibration.Errors(
              values.rows().size(),
              values.rootMean(points.squares(base)),
              values.rootMean(points.squares(best)));
      return new Calibration(
          device.name(), errors, parameters, groups, time.done(), values.notes());
    }

    /** Follows the slopes from the unchanged device while the errors fall. */
    private DeviceSpec newton() {
      DeviceSpec best = points.device(clipped(points.point(base))).orElse(base);
      for (int k = 0; k < NEWTON_STEPS; k++) {
        Optional<DeviceSpec> next = stepped(best, points.around(best));
        if (next.isEmpty() || points.squares(next.get()) >= points.squares(best)) {
          break;
        }
        best = next.get();
      }
      return best;
    }

    private Optional<DeviceSpec> stepped(DeviceSpec from, LinearFit linear) {
      double[] point = points.point(from);
      double[] step = linear.step(errors(from));
      return points.device(
          clipped(IntStream.range(0, point.length).mapToDouble(j -> point[j] + step[j]).toArray()));
    }

    private double[] clipped(double[] point) {
      return IntStream.range(0, point.length)
          .mapToDouble(j -> Math.max(low[j], Math.min(high[j], point[j])))
          .toArray();
    }

    /** Returns ln(expected / simulated) of each row. */
    private double[] errors(DeviceSpec spec) {
      double[] found = values.of(spec).orElseThrow();
      double[] expected = values.expected();
      return IntStream.range(0, found.length).mapToDouble(i -> expected[i] - found[i]).toArray();
    }

    private List<FittedParameter> parameters(DeviceSpec best, LinearFit linear) {
      int degrees = Math.max(1, values.rows().size() - keys.size());
      double mean = values.rootMean(points.squares(best));
      double variance = mean * mean * values.rows().size() / degrees;
      double t = new TDistribution(degrees).inverseCumulativeProbability(1 - TAIL);
      List<FittedParameter> all = new ArrayList<>();
      for (String path : ranges.keySet()) {
        int j = keys.stream().map(SpecSchema.Key::path).toList().indexOf(path);
        if (untouched.containsKey(path)) {
          all.add(unseen(path));
        } else {
          double half = t * Math.sqrt(variance * linear.variance(j) * meanWeight());
          all.add(parameter(best, linear, j, half));
        }
      }
      return all;
    }

    /** Variances of a fit refer to rows of weight 1. */
    private double meanWeight() {
      double sum = 0;
      for (double weight : values.weights()) {
        sum += weight;
      }
      return sum / values.weights().length;
    }

    private FittedParameter unseen(String path) {
      String own = base.figure(path).text();
      return new FittedParameter(
          path,
          own,
          ranges.get(path),
          own,
          Optional.empty(),
          new FittedParameter.Identification(untouched.get(path), "no row depends on it"));
    }

    private FittedParameter parameter(DeviceSpec best, LinearFit linear, int j, double half) {
      String path = keys.get(j).path();
      Figure figure = best.figure(path);
      double at = figure.value();
      double share = Math.max(StrictMath.exp(half), 1 + 0.5 / at); // values are whole units
      boolean wide = 2 * StrictMath.log(share) >= high[j] - low[j];
      String reason =
          alike(linear, j)
              .map(other -> "not told apart from " + other)
              .orElse(wide ? "its interval is wider than its range" : "");
      FittedParameter.Range interval =
          new FittedParameter.Range(
              figure.written(Math.round(Math.max(at / share, StrictMath.exp(low[j])))),
              figure.written(Math.round(Math.min(at * share, StrictMath.exp(high[j])))));
      return new FittedParameter(
          path,
          base.figure(path).text(),
          ranges.get(path),
          figure.text(),
          reason.isEmpty() ? Optional.of(interval) : Optional.empty(),
          new FittedParameter.Identification(linear.elasticity(j), reason));
    }

    private Optional<String> alike(LinearFit linear, int j) {
      return IntStream.range(0, keys.size())
          .filter(k -> k != j && linear.correlation(j, k) > APART)
          .mapToObj(k -> keys.get(k).path())
          .findFirst();
    }

    /** Fits without each group in turn, by one step from the best values. */
    private List<LeftOutGroup> groups(DeviceSpec best, LinearFit linear) {
      Map<String, List<Integer>> members = new LinkedHashMap<>();
      List<RowResult> rows = values.rows();
      for (int i = 0; i < rows.size(); i++) {
        members.computeIfAbsent(rows.get(i).group(), g -> new ArrayList<>()).add(i);
      }
      if (members.size() < 2) {
        return List.of();
      }
      Map<String, DeviceSpec> refitted = new LinkedHashMap<>();
      members.forEach(
          (group, own) -> {
            double[] weights = values.weights().clone();
            own.forEach(i -> weights[i] = 0);
            refitted.put(group, stepped(best, linear.weighted(weights)).orElse(best));
          });
      values.run(refitted.values());
      List<LeftOutGroup> all = new ArrayList<>();
      members.forEach(
          (group, own) ->
              all.add(
                  new LeftOutGroup(
                      group,
                      own.size(),
                      error(base, own),
                      error(best, own),
                      error(refitted.get(group), own))));
      return all;
    }

    private double error(DeviceSpec spec, List<Integer> rows) {
      double[] errors = errors(spec);
      double[] weights = values.weights();
      double sum = 0;
      double all = 0;
      for (int i : rows) {
        sum += weights[i] * errors[i] * errors[i];
        all += weights[i];
      }
      return Math.sqrt(sum / all);
    }
  }
}
