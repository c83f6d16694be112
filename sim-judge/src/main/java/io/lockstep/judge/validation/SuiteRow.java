// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import io.lockstep.io.expression.Expression;
import io.lockstep.run.result.ResultFields;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A published value, with the workload and device that simulate it.
 *
 * @param id name of the row in the suite
 * @param where source position, for messages
 * @param device an id or a specification file, as written
 * @param workload a workload file or trace
 * @param parameters parameters of the workload, as given
 * @param overrides overridden figures of the device, as given
 * @param bestOf candidate values of parameters; the fastest combination is used
 * @param measure the compared quantity: an expression of parameters, times and statistics
 * @param expected the published value; NaN if the row only serves as a reference for others
 * @param unit unit of both values, for readers
 * @param tolerance maximum deviation of a hit, as a fraction of the published value
 * @param group group whose score includes the row
 * @param relativeTo id of the row whose simulated value divides this row's value, or empty
 * @param note remark for readers
 * @param problem reason why the row is invalid, with its position, or empty
 */
record SuiteRow(
    String id,
    String where,
    String device,
    Path workload,
    SortedMap<String, String> parameters,
    SortedMap<String, String> overrides,
    SortedMap<String, List<String>> bestOf,
    Expression measure,
    double expected,
    String unit,
    double tolerance,
    String group,
    double weight,
    String relativeTo,
    String source,
    String note,
    String problem) {
  /** Name of the simulated time in seconds, as defined by the workload's timing. */
  static final String SECONDS = ResultFields.SECONDS.name();

  /** Name of the simulated time in cycles of the reported clock. */
  static final String CYCLES = ResultFields.CYCLES.name();

  private static final Pattern TIME = Pattern.compile("(?:kernel_)?seconds( *\\* *[0-9.e]+)?");

  SuiteRow {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    overrides = Collections.unmodifiableSortedMap(new TreeMap<>(overrides));
    bestOf = Collections.unmodifiableSortedMap(new TreeMap<>(bestOf));
  }

  static SuiteRow wrong(String id, String where, String device, String group, String problem) {
    return new SuiteRow(
        id,
        where,
        device,
        Path.of(""),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        Expression.of(where, SECONDS),
        0,
        "",
        0,
        group,
        1,
        "",
        "",
        "",
        problem);
  }

  SuiteRow with(String found) {
    return with(overrides, found);
  }

  /** Returns a copy with further overrides, which replace existing ones of the same names. */
  SuiteRow with(SortedMap<String, String> settings) {
    SortedMap<String, String> all = new TreeMap<>(overrides);
    all.keySet().removeIf(own -> settings.containsKey(own.endsWith("?") ? own : own + "?"));
    all.putAll(settings);
    return with(all, problem);
  }

  private SuiteRow with(SortedMap<String, String> figures, String found) {
    return new SuiteRow(
        id,
        where,
        device,
        workload,
        parameters,
        figures,
        bestOf,
        measure,
        expected,
        unit,
        tolerance,
        group,
        weight,
        relativeTo,
        source,
        note,
        found);
  }

  /** Whether the row has no published value; such rows serve as references and are not reported. */
  boolean isReference() {
    return Double.isNaN(expected);
  }

  /** Whether the measure depends on the total time, which the roofline also predicts. */
  boolean isTimed() {
    Set<String> names = measure.names();
    return (names.contains(SECONDS) || names.contains(CYCLES))
        && !names.contains(ResultFields.KERNEL_SECONDS.name())
        && !names.contains(ResultFields.KERNEL_CYCLES.name());
  }

  boolean isTime() {
    return TIME.matcher(measure.toString()).matches();
  }

  boolean isWrong() {
    return !problem.isEmpty();
  }

  /**
   * Returns all combinations of candidate parameter values; a single combination if there are no
   * candidates.
   */
  List<SortedMap<String, String>> variants() {
    List<SortedMap<String, String>> all = List.of(parameters);
    for (var choice : bestOf.entrySet()) {
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
