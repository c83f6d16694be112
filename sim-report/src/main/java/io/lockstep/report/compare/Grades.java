package io.lockstep.report.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How far devices, as they are shipped, are from published measurements: the state of the suites in
 * validation, which docs/fidelity.sh writes together with its page. Immutable.
 */
final class Grades {
  /** Of this version of Lockstep. */
  static final Grades SHIPPED = read("grades.csv");

  /** The group of values that somebody remembers and no text at hand confirms. */
  private static final String RECALLED = "recalled";

  /**
   * One device in one group of a suite.
   *
   * @param suite its name
   * @param device id
   * @param group rows of one kind
   * @param rows how many
   * @param within rows within their tolerance
   * @param factors error and bias; none if no row has a ratio
   */
  record Grade(
      String suite, String device, String group, int rows, int within, List<Double> factors) {
    /** The usual factor between simulated and published values, to either side; above 1. */
    OptionalDouble error() {
      return factor(0);
    }

    /** The same with its side: above 1 if more is simulated than was measured. */
    OptionalDouble bias() {
      return factor(1);
    }

    private OptionalDouble factor(int i) {
      return factors.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(factors.get(i));
    }
  }

  private final List<Grade> all;

  private Grades(List<Grade> all) {
    this.all = List.copyOf(all);
  }

  private static Grades read(String resource) {
    List<Grade> all = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Grades.class.getResourceAsStream(resource), StandardCharsets.UTF_8))) {
      lines.readLine(); // the heading
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] c = line.split(",", -1);
        List<Double> factors =
            c[5].isEmpty() ? List.of() : List.of(Double.valueOf(c[5]), Double.valueOf(c[6]));
        all.add(
            new Grade(c[0], c[1], c[2], Integer.parseInt(c[3]), Integer.parseInt(c[4]), factors));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Grades(all);
  }

  /** Those of a device, by group; none if no published figure is of it. */
  List<Grade> of(String device) {
    return all.stream().filter(g -> g.device().equals(device)).toList();
  }

  /**
   * All of a device's together: factors are means over its groups, as those of suites are. Values
   * that are recalled, not published, are left out, unless there is nothing else.
   *
   * @param of some
   */
  static Grade together(List<Grade> of) {
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
        of.get(0).suite(),
        of.get(0).device(),
        all ? "all" : RECALLED,
        counted.stream().mapToInt(Grade::rows).sum(),
        counted.stream().mapToInt(Grade::within).sum(),
        factors);
  }
}
