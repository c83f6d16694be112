// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.grade;

import io.lockstep.report.grade.Grades.Grade;
import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * The published rows of the kind that limits a run: those of its device, or else of the other
 * devices of its suites' family.
 *
 * @param device name of the device
 * @param kind the kind of rows
 * @param own whether the rows are the device's own
 * @param grades one grade of the device, or one for each other device; empty if there are none
 */
public record KindError(String device, RowKind kind, boolean own, List<Grade> grades) {
  public KindError {
    grades = List.copyOf(grades);
  }

  /**
   * Returns the rows for a result.
   *
   * @param shipped whether the device's parameters are as shipped
   */
  public static KindError of(RunResult result, DeviceSpec spec, boolean shipped) {
    return of(RowKind.of(result), spec.id(), spec.family(), shipped);
  }

  static KindError of(RowKind kind, String device, String family, boolean shipped) {
    for (String group : shipped ? kind.groups() : List.<String>of()) {
      List<Grade> own = Grades.SHIPPED.of(device).stream().filter(g -> isRanged(g, group)).toList();
      if (!own.isEmpty()) {
        return new KindError(
            device, kind, true, List.of(own.stream().max(Comparator.comparing(Grade::rows)).get()));
      }
    }
    for (String group : kind.groups()) {
      List<Grade> others =
          Grades.SHIPPED.ofFamily(family).stream().filter(g -> isRanged(g, group)).toList();
      if (!others.isEmpty()) {
        return new KindError(device, kind, false, others);
      }
    }
    return new KindError(device, kind, false, List.of());
  }

  private static boolean isRanged(Grade grade, String group) {
    return grade.group().equals(group) && grade.median().isPresent();
  }

  /** Returns the number of rows. */
  public int rows() {
    return grades.stream().mapToInt(Grade::rows).sum();
  }

  /** Returns the smallest quotient of a simulated and a published value. */
  public double low() {
    return grades.stream().mapToDouble(g -> g.low().getAsDouble()).min().orElse(Double.NaN);
  }

  /** Returns the largest quotient of a simulated and a published value. */
  public double high() {
    return grades.stream().mapToDouble(g -> g.high().getAsDouble()).max().orElse(Double.NaN);
  }

  /** Returns a phrase with the number of rows and the range of simulated ÷ published values. */
  public String words() {
    if (grades.isEmpty()) {
      return "no published rows of " + kind.words() + ", nor of its family";
    }
    String group = grades.get(0).group();
    if (own) {
      return String.format(
          Locale.ROOT,
          "%s (group %s): %s, simulated ÷ published %.2f to %.2f, median %.2f",
          kind.words(),
          group,
          counted(rows()),
          low(),
          high(),
          grades.get(0).median().getAsDouble());
    }
    int devices = new TreeSet<>(grades.stream().map(Grade::device).toList()).size();
    return String.format(
        Locale.ROOT,
        "no published rows of %s; %s of its family (group %s, %s): simulated ÷ published %.2f to"
            + " %.2f",
        kind.words(),
        devices == 1 ? grades.get(0).device() : devices + " devices",
        group,
        counted(rows()),
        low(),
        high());
  }

  private static String counted(int rows) {
    return rows == 1 ? "1 row" : rows + " rows";
  }
}
