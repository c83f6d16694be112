// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.io.InputException;
import io.lockstep.study.point.Point;
import io.lockstep.sweep.point.Plan;
import io.lockstep.workload.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Determines which varied parameters set the problem size, by whether they change the number of
 * elements of the workload's buffers. Times of different problem sizes are not comparable, since
 * the smallest size would always be the best.
 */
public final class ProblemSizes {
  private static final int MOST_VALUES = 16; // maximum number of values tried per parameter
  private static final String WORKLOAD = "workload";

  private ProblemSizes() {}

  /**
   * Returns the names by which comparable points are grouped: the workload, and the parameters that
   * set a problem size. Unreadable workloads contribute no parameters.
   *
   * @param named names that objectives read; they are excluded, since a rate such as {@code n /
   *     seconds} compares all sizes
   */
  public static List<String> groups(Plan plan, Collection<String> named) {
    Map<Path, Map<String, Set<String>>> values = new LinkedHashMap<>();
    for (Point point : plan) {
      Map<String, Set<String>> of = values.computeIfAbsent(point.workload(), w -> new TreeMap<>());
      point
          .parameters()
          .forEach(
              (key, value) ->
                  of.computeIfAbsent(RowNames.unmarked(key), k -> new TreeSet<>()).add(value));
    }
    Set<String> sizes = new TreeSet<>();
    values.forEach((file, parameters) -> sizes.addAll(sizes(file, parameters)));
    List<String> groups = new ArrayList<>(List.of(WORKLOAD));
    sizes.removeAll(new LetNames(plan.formulas()).closure(named));
    groups.addAll(sizes);
    return groups;
  }

  private static Set<String> sizes(Path file, Map<String, Set<String>> parameters) {
    Set<String> sizes = new TreeSet<>();
    Map<String, Set<String>> varied = new HashMap<>(parameters);
    varied.values().removeIf(all -> all.size() < 2);
    if (varied.isEmpty()) {
      return sizes;
    }
    Workload workload;
    try {
      workload = Workload.read(file);
    } catch (InputException e) {
      return sizes; // a trace, or a file that no longer exists
    }
    varied.forEach(
        (name, all) -> {
          Set<List<Long>> counts = new HashSet<>();
          all.stream().limit(MOST_VALUES).forEach(v -> counts(workload, name, v, counts));
          if (counts.size() > 1) {
            sizes.add(name);
          }
        });
    return sizes;
  }

  private static void counts(Workload workload, String name, String value, Set<List<Long>> counts) {
    try {
      counts.add(
          workload.bind(Map.of(name, value)).buffers().stream().map(b -> b.count()).toList());
    } catch (InputException e) {
      return; // the result of the point reports the error
    }
  }
}
