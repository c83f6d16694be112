// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds the series of sizes in a suite: rows of times with the same device, workload and figures.
 * The size is the parameter with the most values, and the first by name among equals; all other
 * parameters are equal within a series.
 */
final class SizeSeries {
  private final Map<String, SizePoint> points = new HashMap<>(); // by row id

  SizeSeries(List<SuiteRow> rows) {
    Map<Object, List<SuiteRow>> alike = new LinkedHashMap<>();
    for (SuiteRow row : rows) {
      if (!row.isWrong() && !row.isReference() && row.isTime()) {
        alike.computeIfAbsent(key(row), k -> new ArrayList<>()).add(row);
      }
    }
    alike.values().forEach(this::place);
  }

  /** Returns the position of a row; empty if the row does not belong to a series. */
  Optional<SizePoint> of(SuiteRow row) {
    return Optional.ofNullable(points.get(row.id()));
  }

  private static Object key(SuiteRow row) {
    return List.of(
        row.device(),
        row.workload(),
        row.overrides(),
        row.bestOf(),
        row.measure().toString(),
        row.relativeTo(),
        row.parameters().keySet());
  }

  private void place(List<SuiteRow> rows) {
    SortedMap<String, Set<Double>> values = new TreeMap<>();
    for (SuiteRow row : rows) {
      Interpolation.sizes(row)
          .forEach((name, size) -> values.computeIfAbsent(name, k -> new HashSet<>()).add(size));
    }
    String parameter = "";
    int most = 1;
    for (Map.Entry<String, Set<Double>> entry : values.entrySet()) {
      if (entry.getValue().size() > most) {
        parameter = entry.getKey();
        most = entry.getValue().size();
      }
    }
    for (SuiteRow row : rows) {
      Double size = Interpolation.sizes(row).get(parameter);
      if (size != null) {
        points.put(row.id(), new SizePoint(name(row, parameter, rows), parameter, size));
      }
    }
  }

  private static String name(SuiteRow row, String parameter, List<SuiteRow> rows) {
    StringBuilder name = new StringBuilder();
    name.append(row.workload().getFileName().toString().replaceFirst("\\.[^.]*$", ""));
    row.parameters()
        .forEach(
            (other, value) -> {
              boolean varies =
                  rows.stream().anyMatch(r -> !r.parameters().get(other).equals(value));
              if (varies && !other.equals(parameter)) {
                name.append(' ').append(other).append('=').append(value);
              }
            });
    return name.toString();
  }
}
