// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.grade;

import io.lockstep.io.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The errors of the shipped devices relative to published measurements, as computed by the suites
 * in validation. tools/fidelity.sh generates the file together with docs/fidelity.md.
 */
public final class Grades {
  /** The errors of this version of Lockstep. */
  public static final Grades SHIPPED = read("grades.csv");

  /** Pairs of a family of models and a suite that has rows of its devices. */
  private static final List<List<String>> SUITES =
      lines("suites.csv").stream().map(line -> List.of(line.split(","))).toList();

  /** Name of the group of values that are quoted from memory and lack an available source. */
  private static final String RECALLED = "recalled";

  /**
   * The error of one device in one group of a suite.
   *
   * @param within number of rows within their tolerance
   * @param factors error and bias; of a single group also the smallest, the median and the largest
   *     quotient of simulated and published values; empty if no row has a ratio
   */
  public record Grade(
      String suite, String device, String group, int rows, int within, List<Double> factors) {
    /**
     * Returns the typical factor between simulated and published values in either direction, at
     * least 1.
     */
    public OptionalDouble error() {
      return factor(0);
    }

    /**
     * Returns the typical ratio of simulated to published values; above 1 if simulated values are
     * larger.
     */
    public OptionalDouble bias() {
      return factor(1);
    }

    /** Returns the smallest quotient of a simulated and a published value. */
    OptionalDouble low() {
      return factor(2);
    }

    /** Returns the median of these quotients. */
    OptionalDouble median() {
      return factor(3);
    }

    /** Returns the largest of these quotients. */
    OptionalDouble high() {
      return factor(4);
    }

    private OptionalDouble factor(int i) {
      return factors.size() <= i ? OptionalDouble.empty() : OptionalDouble.of(factors.get(i));
    }
  }

  private final List<Grade> all;

  private Grades(List<Grade> all) {
    this.all = List.copyOf(all);
  }

  private static Grades read(String resource) {
    List<Grade> all = new ArrayList<>();
    for (String line : lines(resource)) {
      String[] c = line.split(",", -1);
      List<Double> factors =
          c[5].isEmpty() ? List.of() : Stream.of(c).skip(5).map(Double::valueOf).toList();
      all.add(new Grade(c[0], c[1], c[2], Integer.parseInt(c[3]), Integer.parseInt(c[4]), factors));
    }
    return new Grades(all);
  }

  /** Returns the lines of a file without its column headings. */
  private static List<String> lines(String resource) {
    return Resources.text(Grades.class.getResourceAsStream(resource)).lines().skip(1).toList();
  }

  /** Returns the grades of a device by group; empty if the device has no published measurements. */
  public List<Grade> of(String device) {
    return all.stream().filter(g -> g.device().equals(device)).toList();
  }

  /** Returns the grades of all devices in the suites of a family of models. */
  List<Grade> ofFamily(String family) {
    return all.stream().filter(g -> SUITES.contains(List.of(family, g.suite()))).toList();
  }

  /**
   * Combines the grades of a device, of one suite or several; factors are means over its groups.
   * Values quoted from memory are left out, unless there are no others.
   */
  public static Grade together(List<Grade> of) {
    List<Grade> published = of.stream().filter(g -> !g.group().equals(RECALLED)).toList();
    boolean all = !published.isEmpty();
    List<Grade> counted = all ? published : of;
    List<Grade> told = counted.stream().filter(g -> !g.factors().isEmpty()).toList();
    List<Double> factors =
        told.isEmpty()
            ? List.of()
            : List.of(
                told.stream().mapToDouble(g -> g.factors().get(0)).average().getAsDouble(),
                told.stream().mapToDouble(g -> g.factors().get(1)).average().getAsDouble());
    return new Grade(
        counted.stream().map(Grade::suite).distinct().collect(Collectors.joining(", ")),
        of.get(0).device(),
        all ? "all" : RECALLED,
        counted.stream().mapToInt(Grade::rows).sum(),
        counted.stream().mapToInt(Grade::within).sum(),
        factors);
  }
}
