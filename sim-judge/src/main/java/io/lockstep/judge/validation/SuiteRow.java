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
 * A published figure and how it is simulated.
 *
 * @param id its name in the suite
 * @param where its position, for messages
 * @param device an id or a specification file, as written
 * @param workload the workload file or trace
 * @param parameters of the workload, as given
 * @param overrides figures of the device, as given
 * @param bestOf parameters of which the fastest value is taken, with their values
 * @param measure what is compared: a number of real parameters, times and statistics
 * @param expected the published value; NaN if the row is there for others to refer to
 * @param unit of both, for people
 * @param tolerance largest deviation that counts as a hit, as a share of the published value
 * @param group whose score it counts for
 * @param weight in means
 * @param relativeTo id of the row whose simulated value divides this one's, or empty
 * @param source where it was published
 * @param note what a reader should know of it
 * @param problem why it cannot be simulated as written, with its position, or empty
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
  /** Simulated time as the workload's timing says. */
  static final String SECONDS = ResultFields.SECONDS.name();

  /** The same in cycles of the clock that results count. */
  static final String CYCLES = ResultFields.CYCLES.name();

  private static final Pattern TIME = Pattern.compile("(?:kernel_)?seconds( *\\* *[0-9.e]+)?");

  SuiteRow {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    overrides = Collections.unmodifiableSortedMap(new TreeMap<>(overrides));
    bestOf = Collections.unmodifiableSortedMap(new TreeMap<>(bestOf));
  }

  /** A row that cannot be simulated. */
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

  /** The same with a problem. */
  SuiteRow with(String found) {
    return with(overrides, found);
  }

  /** The same with figures in place of its own of the same names. */
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

  /** Whether nothing was published: others refer to it, and it is not reported. */
  boolean isReference() {
    return Double.isNaN(expected);
  }

  /** Whether its measure depends on the time of the whole, which a roofline has, too. */
  boolean isTimed() {
    Set<String> names = measure.names();
    return (names.contains(SECONDS) || names.contains(CYCLES))
        && !names.contains(ResultFields.KERNEL_SECONDS.name())
        && !names.contains(ResultFields.KERNEL_CYCLES.name());
  }

  /** Whether its measure is a time in some unit. */
  boolean isTime() {
    return TIME.matcher(measure.toString()).matches();
  }

  boolean isWrong() {
    return !problem.isEmpty();
  }

  /** All settings of parameters of which the fastest counts; one if nothing is chosen. */
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
