// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A null model that interpolates the published value of a row, in log-log space, between the
 * published values of the other sizes of its series. Rows of a series differ only in one numeric
 * parameter and in the published value; if a row belongs to several series, the longest series is
 * used. Outside the range, the line through the two nearest sizes is extrapolated.
 */
final class Interpolation {
  private final Map<Object, SortedMap<Double, List<Double>>> series = new HashMap<>();

  Interpolation(List<SuiteRow> rows) {
    for (SuiteRow row : rows) {
      if (isUsable(row)) {
        sizes(row)
            .forEach(
                (parameter, size) ->
                    series
                        .computeIfAbsent(key(row, parameter), k -> new TreeMap<>())
                        .computeIfAbsent(size, k -> new ArrayList<>())
                        .add(row.expected()));
      }
    }
  }

  private static boolean isUsable(SuiteRow row) {
    return !row.isWrong() && !row.isReference() && row.expected() > 0;
  }

  /** Returns the value predicted from the other sizes; empty if fewer than two exist. */
  OptionalDouble value(SuiteRow row) {
    if (!isUsable(row)) {
      return OptionalDouble.empty();
    }
    TreeMap<Double, Double> longest = new TreeMap<>();
    double size = 0;
    for (Map.Entry<String, Double> e : sizes(row).entrySet()) {
      TreeMap<Double, Double> others = new TreeMap<>();
      series
          .get(key(row, e.getKey()))
          .forEach(
              (x, values) -> {
                if (!x.equals(e.getValue())) {
                  double sum = 0;
                  for (double value : values) {
                    sum += StrictMath.log(value);
                  }
                  others.put(StrictMath.log(x), sum / values.size());
                }
              });
      if (others.size() > longest.size()) {
        longest = others;
        size = StrictMath.log(e.getValue());
      }
    }
    if (longest.size() < 2) {
      return OptionalDouble.empty();
    }
    Double low = longest.lowerKey(size);
    Double high = longest.higherKey(size);
    if (low == null) {
      low = high;
      high = longest.higherKey(high);
    } else if (high == null) {
      high = low;
      low = longest.lowerKey(low);
    }
    double slope = (longest.get(high) - longest.get(low)) / (high - low);
    return OptionalDouble.of(StrictMath.exp(longest.get(low) + slope * (size - low)));
  }

  static SortedMap<String, Double> sizes(SuiteRow row) {
    SortedMap<String, Double> sizes = new TreeMap<>();
    row.parameters()
        .forEach(
            (name, text) -> {
              try {
                double value = Double.parseDouble(text);
                if (RowResult.hasLogarithm(value)) {
                  sizes.put(name, value);
                }
              } catch (NumberFormatException e) {
                return; // not a number, so no size
              }
            });
    return sizes;
  }

  private static Object key(SuiteRow row, String parameter) {
    SortedMap<String, String> others = new TreeMap<>(row.parameters());
    others.remove(parameter);
    return List.of(
        row.device(),
        row.workload(),
        row.overrides(),
        row.bestOf(),
        row.measure().toString(),
        Objects.toString(row.unit()),
        row.relativeTo(),
        parameter,
        others);
  }
}
