// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.io.expression.Expression;
import io.lockstep.sweep.file.Design;
import io.lockstep.sweep.file.DesignCoordinate;
import io.lockstep.sweep.file.Listed;
import io.lockstep.sweep.file.Named;
import io.lockstep.sweep.file.SweepFile;
import io.lockstep.sweep.file.WorkloadEntry;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Sobol indices of a sweep with Saltelli's design, for one combination of workload, device and
 * other quantities varied outside the design.
 *
 * @param of description of the combination, for users
 * @param base number of base points that had a value in all samples
 * @param lost number of base points left out because a sample had no value
 * @param indices indices by coordinate; empty if none could be computed
 * @param message reason why indices are missing, or empty
 */
public record SobolIndices(
    String of, int base, int lost, List<SobolIndex> indices, String message) {
  /**
   * Estimates the indices of each combination; returns an empty list if the design is not
   * Saltelli's.
   *
   * @param file the frozen sweep file
   */
  public static List<SobolIndices> of(SweepRows rows, SweepFile file, Expression figure) {
    Design design = file.design();
    if (design.kind() != Design.Kind.SALTELLI) {
      return List.of();
    }
    Map<String, List<String>> coordinates = new TreeMap<>(); // by workload file
    Map<String, List<String>> listed = new TreeMap<>();
    for (WorkloadEntry entry : file.workloads()) {
      String path = entry.folder().resolve(entry.file().text()).toString();
      coordinates.merge(
          path, names(entry, n -> n.values() instanceof DesignCoordinate), SobolIndices::both);
      listed.merge(path, names(entry, n -> n.values() instanceof Listed), SobolIndices::both);
    }
    Reading reading = new Reading(figure);
    Map<String, List<Double>> values = new LinkedHashMap<>();
    Map<String, List<String>> names = new LinkedHashMap<>();
    rows.forEach(
        row -> {
          String path = row.point().workload().toString();
          String group = group(row, listed.getOrDefault(path, List.of()));
          BigDecimal value = row.isOk() ? reading.number(row) : null;
          values
              .computeIfAbsent(group, g -> new ArrayList<>())
              .add(value == null ? Double.NaN : value.doubleValue());
          names.putIfAbsent(group, coordinates.getOrDefault(path, List.of()));
        });
    List<SobolIndices> found = new ArrayList<>();
    values.forEach((group, all) -> found.add(of(group, names.get(group), all, design)));
    return found;
  }

  private static List<String> both(List<String> one, List<String> other) {
    return one.equals(other) ? one : Stream.concat(one.stream(), other.stream()).toList();
  }

  private static List<String> names(WorkloadEntry entry, Predicate<Named> wanted) {
    return Stream.concat(entry.own().parameters().stream(), entry.own().settings().stream())
        .filter(wanted)
        .map(Named::name)
        .toList();
  }

  private static String group(PointRow row, List<String> listed) {
    StringBuilder words = new StringBuilder(row.workload() + " on " + row.point().device());
    for (String name : listed) {
      String value = row.parameters().getOrDefault(name, row.settings().get(name));
      words.append(", ").append(name).append(' ').append(value);
    }
    return row.point().phase() == 0
        ? words.toString()
        : words + ", launch phase " + row.point().phase();
  }

  private static SobolIndices of(
      String group, List<String> names, List<Double> values, Design design) {
    int n = design.points();
    int d = names.size();
    if (d == 0 || values.size() != design.rows(d)) {
      return new SobolIndices(
          group,
          0,
          0,
          List.of(),
          ("the design has %s points and this group %s: conditions leave points out, or"
                  + " workloads stand twice")
              .formatted(design.rows(d), values.size()));
    }
    List<Integer> whole = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int sample = 0; sample < d + 2; sample++) {
        sum += values.get(sample * n + i);
      }
      if (!Double.isNaN(sum)) {
        whole.add(i);
      }
    }
    double[][] samples = new double[d + 2][];
    for (int sample = 0; sample < d + 2; sample++) {
      int from = sample * n;
      samples[sample] = whole.stream().mapToDouble(i -> values.get(from + i)).toArray();
    }
    double[][] mixed = new double[d][];
    System.arraycopy(samples, 2, mixed, 0, d);
    List<SobolIndex> indices =
        new SobolSample(samples[0], samples[1], mixed).indices(names, design.seed());
    String message = "";
    if (indices.isEmpty()) {
      message =
          whole.size() < 2
              ? "fewer than two base points have a value in all samples"
              : "the figure is the same at all points";
    }
    return new SobolIndices(group, whole.size(), n - whole.size(), indices, message);
  }
}
