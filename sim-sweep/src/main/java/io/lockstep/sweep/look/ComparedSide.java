// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.io.expression.Expression;
import io.lockstep.io.expression.Quantity;
import io.lockstep.run.PhaseTimes;
import io.lockstep.run.RunResult;
import io.lockstep.sweep.point.Plan;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.store.index.SweepStore;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * One of two compared sweeps: its points by their requests, with the statistics of each point.
 * Statistics are kept as doubles (8 bytes each), since a sweep has millions. Immutable.
 */
public final class ComparedSide {
  private static final String PHASE = "phase";

  private final SweepFolder folder;
  private final SweepRows rows;
  // values by point index, then by number of the statistic; NaN if absent
  private final double[][] figures;
  private final SortedMap<String, Integer> numbers;

  private ComparedSide(
      SweepFolder folder, SweepRows rows, double[][] figures, SortedMap<String, Integer> numbers) {
    this.folder = folder;
    this.rows = rows;
    this.figures = figures;
    this.numbers = numbers;
  }

  /**
   * Reads a sweep.
   *
   * @param store store of the sweep, with an up-to-date index
   */
  public static ComparedSide read(SweepStore store, Plan plan, Predicate<String> wanted) {
    SortedMap<String, Integer> numbers = new TreeMap<>();
    double[][] figures = new double[Math.toIntExact(plan.size())][];
    SweepRows rows =
        SweepRows.read(
            store,
            plan,
            List.of(),
            (point, result) -> figures[point] = figures(result, wanted, numbers));
    return new ComparedSide(store.folder(), rows, figures, numbers);
  }

  private static double[] figures(
      RunResult result, Predicate<String> wanted, SortedMap<String, Integer> numbers) {
    double[] row = new double[numbers.size()];
    Arrays.fill(row, Double.NaN);
    for (Map.Entry<String, BigDecimal> e : result.statistics().entrySet()) {
      Integer number = numbers.get(e.getKey());
      if (number == null && wanted.test(e.getKey())) {
        number = numbers.size();
        numbers.put(e.getKey(), number);
        row = Arrays.copyOf(row, number + 1);
      }
      if (number != null) {
        row[number] = e.getValue().doubleValue();
      }
    }
    return row;
  }

  SweepFolder folder() {
    return folder;
  }

  /**
   * Returns the request of a point by name. Values are normalised, so that equal quantities in
   * different units match.
   */
  private static SortedMap<String, String> asked(PointRow row) {
    SortedMap<String, String> asked = new TreeMap<>();
    asked.put("workload", row.workload());
    asked.put("device", row.point().device());
    row.parameters().forEach((k, v) -> asked.put(RowNames.PARAMETER + k, plain(v)));
    row.settings().forEach((k, v) -> asked.put(RowNames.SETTING + k, plain(v)));
    return asked;
  }

  private static String plain(String value) {
    return Expression.text(Quantity.value(value));
  }

  /** Returns the names whose value is the same in all points, with this value. */
  SortedMap<String, String> constants() {
    SortedMap<String, TreeSet<String>> values = new TreeMap<>();
    SortedMap<String, Long> counts = new TreeMap<>();
    rows.forEach(
        row ->
            asked(row)
                .forEach(
                    (name, value) -> {
                      TreeSet<String> all = values.computeIfAbsent(name, n -> new TreeSet<>());
                      if (all.size() < 2) {
                        all.add(value);
                      }
                      counts.merge(name, 1L, Long::sum);
                    }));
    SortedMap<String, String> constant = new TreeMap<>();
    values.forEach(
        (name, all) -> {
          if (all.size() == 1 && counts.get(name) == rows.size()) {
            constant.put(name, all.first());
          }
        });
    return constant;
  }

  TreeSet<String> names() {
    TreeSet<String> names = new TreeSet<>();
    rows.forEach(row -> names.addAll(asked(row).keySet()));
    return names;
  }

  /** Groups points in plan order by their requests, ignoring launch phases and the given names. */
  Map<Map<String, String>, List<PointRow>> points(Iterable<String> without) {
    Map<Map<String, String>, List<PointRow>> points = new LinkedHashMap<>();
    rows.forEach(
        row -> {
          SortedMap<String, String> asked = asked(row);
          without.forEach(asked::remove);
          List<PointRow> phases = points.computeIfAbsent(asked, a -> new ArrayList<>());
          if (phases.stream().noneMatch(p -> p.point().phase() == row.point().phase())) {
            phases.add(row);
          }
        });
    return points;
  }

  /** Returns the mean of each statistic over launch phases, for statistics that all phases have. */
  SortedMap<String, BigDecimal> statistics(List<PointRow> phases) {
    SortedMap<String, BigDecimal> means = new TreeMap<>();
    numbers.forEach(
        (name, number) -> {
          double sum = 0;
          for (PointRow row : phases) {
            double[] all = figures[(int) row.point().index()];
            sum += all != null && number < all.length ? all[number] : Double.NaN;
          }
          if (!Double.isNaN(sum) && !name.startsWith(PHASE)) {
            BigDecimal mean = new BigDecimal(Double.toString(sum / phases.size()));
            means.put(name, mean.stripTrailingZeros());
          }
        });
    return means;
  }

  /** Collects the kernel times of all launch phases. */
  static PhaseTimes times(List<PointRow> phases) {
    return PhaseTimes.of(phases.stream().mapToLong(PointRow::kernelPicos).toArray());
  }

  /** Returns the first launch phase whose result is not ok, otherwise the first phase. */
  static PointRow worst(List<PointRow> phases) {
    return phases.stream().filter(row -> !row.isOk()).findFirst().orElse(phases.get(0));
  }
}
