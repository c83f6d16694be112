// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import io.lockstep.explain.figures.LegalSteps;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A device with some parameters at wanted values, and the suite's results there. Values are
 * logarithms of canonical units; the device gets the nearest legal ones. Not thread-safe.
 */
final class SuitePoints {
  private final Catalogue catalogue;
  private final DeviceSpec base;
  private final List<SpecSchema.Key> keys;
  private final SuiteValues values;
  private final Map<String, Double> known = new HashMap<>();

  SuitePoints(Catalogue catalogue, DeviceSpec base, List<SpecSchema.Key> keys, SuiteValues values) {
    this.catalogue = catalogue;
    this.base = base;
    this.keys = keys;
    this.values = values;
  }

  /** Returns the device nearest to a point; empty if no near values are legal together. */
  Optional<DeviceSpec> device(double[] point) {
    DeviceSpec spec = base;
    for (int j = 0; j < point.length; j++) {
      Optional<LegalSteps.Legal> near =
          new LegalSteps(catalogue, spec).nearest(keys.get(j), StrictMath.exp(point[j]));
      if (near.isEmpty()) {
        return Optional.empty();
      }
      spec = near.get().spec();
    }
    return Optional.of(spec);
  }

  /** Returns the point of a device. */
  double[] point(DeviceSpec spec) {
    return keys.stream().mapToDouble(key -> StrictMath.log(spec.value(key.path()))).toArray();
  }

  /** Returns the weighted sum of squared errors at a point; a very large value if it has none. */
  double squares(double[] point) {
    Optional<DeviceSpec> spec = device(point);
    return spec.isEmpty() ? Double.MAX_VALUE : squares(spec.get());
  }

  double squares(DeviceSpec spec) {
    return known.computeIfAbsent(
        spec.hash(),
        hash -> {
          values.run(List.of(spec));
          return values.of(spec).map(values::squares).orElse(Double.MAX_VALUE);
        });
  }

  /**
   * Returns the linear fit around a device, from the nearest legal values of each parameter on
   * either side.
   */
  LinearFit around(DeviceSpec spec) {
    List<List<LegalSteps.Legal>> steps = new ArrayList<>();
    List<DeviceSpec> specs = new ArrayList<>(List.of(spec));
    for (SpecSchema.Key key : keys) {
      steps.add(new LegalSteps(catalogue, spec).of(key));
      steps.get(steps.size() - 1).forEach(legal -> specs.add(legal.spec()));
    }
    values.run(specs);
    double[] own = values.of(spec).orElseThrow();
    double[][] slopes = new double[own.length][keys.size()];
    for (int j = 0; j < keys.size(); j++) {
      double at = StrictMath.log(spec.value(keys.get(j).path()));
      slopes(steps.get(j), at, own, slopes, j);
    }
    return new LinearFit(slopes, values.weights());
  }

  private void slopes(
      List<LegalSteps.Legal> steps, double at, double[] own, double[][] slopes, int parameter) {
    double first = at;
    double[] low = own;
    double last = at;
    double[] high = own;
    for (LegalSteps.Legal step : steps) {
      double there = StrictMath.log(step.value());
      Optional<double[]> found = values.of(step.spec());
      if (found.isPresent() && there < first) {
        first = there;
        low = found.get();
      } else if (found.isPresent() && there > last) {
        last = there;
        high = found.get();
      }
    }
    for (int i = 0; i < own.length && last > first; i++) {
      slopes[i][parameter] = (high[i] - low[i]) / (last - first);
    }
  }
}
