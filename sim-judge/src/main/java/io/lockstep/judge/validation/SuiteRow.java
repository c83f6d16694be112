// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import io.lockstep.io.expression.Expression;
import io.lockstep.run.RunResult;
import io.lockstep.run.result.ResultFields;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A published value, with the workload and device that simulate it.
 *
 * @param publication the published value; NaN if the row only serves as a reference for others
 * @param where source position, for messages
 * @param measurement what to simulate
 * @param note remark for readers
 * @param problem reason why the row is invalid, with its position, or empty
 */
record SuiteRow(
    Key key,
    Publication publication,
    String where,
    Measurement measurement,
    String note,
    String problem)
    implements PublishedRow {
  /** Name of the simulated time in seconds, as defined by the workload's timing. */
  static final String SECONDS = ResultFields.SECONDS.name();

  /** Name of the simulated time in cycles of the reported clock. */
  static final String CYCLES = ResultFields.CYCLES.name();

  private static final Pattern TIME = Pattern.compile("(?:kernel_)?seconds( *\\* *[0-9.e]+)?");

  /**
   * What to simulate for a row.
   *
   * @param workload a workload file or trace
   * @param parameters parameters of the workload, as given
   * @param overrides overridden figures of the device, as given
   * @param bestOf candidate values of parameters; the fastest combination is used
   * @param measure the compared quantity
   */
  record Measurement(
      Path workload,
      SortedMap<String, String> parameters,
      SortedMap<String, String> overrides,
      SortedMap<String, List<String>> bestOf,
      Measure measure) {
    Measurement {
      parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
      overrides = Collections.unmodifiableSortedMap(new TreeMap<>(overrides));
      bestOf = Collections.unmodifiableSortedMap(new TreeMap<>(bestOf));
    }
  }

  /**
   * A quantity.
   *
   * @param expression an expression of parameters, times and statistics
   * @param launch number of the launch whose statistics count; empty for the whole program
   * @param minus number of the launch whose statistics are subtracted; empty for none
   * @param counter the vendor's counter that stands for the expression until the device's family is
   *     known; empty otherwise
   */
  record Measure(Expression expression, OptionalInt launch, OptionalInt minus, String counter) {
    static Measure of(Expression expression) {
      return new Measure(expression, OptionalInt.empty(), OptionalInt.empty(), "");
    }

    /** Returns the name, in a result, of a statistic of the launch. */
    String statistic(String name) {
      return of(launch, name);
    }

    /** Returns a statistic of the launch, less that of the other one; null if there is none. */
    Double value(RunResult result, String name) {
      Double value = number(result, of(launch, name));
      Double other = minus.isPresent() ? number(result, of(minus, name)) : Double.valueOf(0);
      return value == null || other == null ? null : Double.valueOf(value - other);
    }

    private static String of(OptionalInt launch, String name) {
      return launch.isPresent() ? "launch[" + launch.getAsInt() + "]." + name : name;
    }

    private static Double number(RunResult result, String name) {
      BigDecimal value = result.statistics().get(name);
      return value == null ? null : Double.valueOf(value.doubleValue());
    }
  }

  Path workload() {
    return measurement.workload;
  }

  SortedMap<String, String> parameters() {
    return measurement.parameters;
  }

  SortedMap<String, String> overrides() {
    return measurement.overrides;
  }

  SortedMap<String, List<String>> bestOf() {
    return measurement.bestOf;
  }

  Measure quantity() {
    return measurement.measure;
  }

  Expression measure() {
    return quantity().expression;
  }

  static SuiteRow wrong(String id, String where, String device, String group, String problem) {
    return new SuiteRow(
        new Key(id, device, group),
        new Publication(0, "", 0, 1, "", ""),
        where,
        new Measurement(
            Path.of(""),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            Measure.of(Expression.of(where, SECONDS))),
        "",
        problem);
  }

  SuiteRow with(String found) {
    return new SuiteRow(key, publication, where, measurement, note, found);
  }

  /** Returns a copy with further overrides, which replace existing ones of the same names. */
  SuiteRow with(SortedMap<String, String> settings) {
    SortedMap<String, String> all = new TreeMap<>(overrides());
    all.keySet().removeIf(own -> settings.containsKey(own.endsWith("?") ? own : own + "?"));
    all.putAll(settings);
    Measurement m = new Measurement(workload(), parameters(), all, bestOf(), quantity());
    return new SuiteRow(key, publication, where, m, note, problem);
  }

  /** Returns a copy that measures the statistic behind a counter. */
  SuiteRow with(Measure found) {
    Measurement m = new Measurement(workload(), parameters(), overrides(), bestOf(), found);
    return new SuiteRow(key, publication, where, m, note, problem);
  }

  /** Whether the row has no published value; such rows serve as references and are not reported. */
  boolean isReference() {
    return Double.isNaN(expected());
  }

  /** Whether the measure depends on the total time, which the roofline also predicts. */
  boolean isTimed() {
    Set<String> names = measure().names();
    return (names.contains(SECONDS) || names.contains(CYCLES))
        && !names.contains(ResultFields.KERNEL_SECONDS.name())
        && !names.contains(ResultFields.KERNEL_CYCLES.name());
  }

  boolean isTime() {
    return TIME.matcher(measure().toString()).matches();
  }

  boolean isWrong() {
    return !problem.isEmpty();
  }

  /**
   * Returns all combinations of candidate parameter values; a single combination if there are no
   * candidates.
   */
  List<SortedMap<String, String>> variants() {
    List<SortedMap<String, String>> all = List.of(parameters());
    for (var choice : bestOf().entrySet()) {
      List<SortedMap<String, String>> more = new java.util.ArrayList<>();
      for (SortedMap<String, String> before : all) {
        for (String value : choice.getValue()) {
          SortedMap<String, String> next = new TreeMap<>(before);
          next.put(choice.getKey(), value);
          more.add(next);
        }
      }
      all = more;
    }
    return all;
  }
}
