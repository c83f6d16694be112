// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.io.expression.Expression;
import io.lockstep.io.expression.Quantity;
import io.lockstep.run.RunStatus;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultFields;
import io.lockstep.study.point.Point;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A point of a sweep with its outcome. Immutable. */
public final class PointRow {
  /** The {@link #status} of a point that has no result yet. */
  public static final String MISSING = "missing";

  private final Point point;
  private final String workload;
  private final Kept kept; // null if the point has no result
  private final RowNames names;

  PointRow(Point point, String workload, Kept kept, RowNames names) {
    this.point = point;
    this.workload = workload;
    this.kept = kept;
    this.names = names;
  }

  public Point point() {
    return point;
  }

  public String workload() {
    return workload;
  }

  /** Returns {@code ok}, {@code wrong}, {@code refused}, {@code failed} or {@link #MISSING}. */
  public String status() {
    return kept == null ? MISSING : kept.status.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the status for users, which includes whether successful results were verified. */
  public String verdict() {
    return kept == null ? MISSING : kept.verdict.words();
  }

  /** Returns the kind of failure as named in results, or empty. */
  public String failure() {
    return kept == null ? "" : kept.failure;
  }

  /** Returns the reason of a refusal or failure, the mismatch, or empty. */
  public String message() {
    return kept == null ? "" : kept.message;
  }

  public boolean isOk() {
    return kept != null && kept.status == RunStatus.OK;
  }

  /** Returns whether the simulation ran to its end, so that the row has times. */
  public boolean isSimulated() {
    return kept != null && (kept.status == RunStatus.OK || kept.status == RunStatus.WRONG);
  }

  /** Returns the time that the workload defines, in picoseconds; 0 without a result. */
  public long picos() {
    return kept == null ? 0 : kept.number(ResultFields.SECONDS);
  }

  /** Returns the time of the kernels alone, in picoseconds; 0 without a result. */
  public long kernelPicos() {
    return kept == null ? 0 : kept.number(ResultFields.KERNEL_SECONDS);
  }

  public SortedMap<String, String> settings() {
    return unmarked(point.settings());
  }

  public SortedMap<String, String> parameters() {
    return unmarked(point.parameters());
  }

  private static SortedMap<String, String> unmarked(SortedMap<String, String> all) {
    SortedMap<String, String> plain = new TreeMap<>();
    all.forEach((key, value) -> plain.put(RowNames.unmarked(key), value));
    return plain;
  }

  /**
   * Returns a value for expressions: a Long, another number (treated as real), a Boolean or a
   * String; null if this row has none.
   *
   * @param name a parameter, an overridden figure, a statistic, a field of every row, or a name
   *     defined by {@code let}
   */
  public Object value(String name) {
    switch (name) {
      case "workload":
        return workload;
      case "device":
        return point.device();
      case "phase":
        return (long) point.phase();
      case "status":
        return status();
      default:
        Optional<ResultField<Long>> number = ResultFields.number(name);
        return number.isEmpty() ? named(name) : isSimulated() ? number(number.get()) : null;
    }
  }

  private Object number(ResultField<Long> field) {
    Long number = kept.number(field);
    return field.isTime() ? field.type().printed(number) : number;
  }

  private Object named(String name) {
    if (name.startsWith(RowNames.PARAMETER)) {
      return parameter(name.substring(RowNames.PARAMETER.length()));
    }
    if (name.startsWith(RowNames.SETTING)) {
      return setting(name.substring(RowNames.SETTING.length()));
    }
    if (name.startsWith(RowNames.STATISTIC)) {
      return statistic(name.substring(RowNames.STATISTIC.length()));
    }
    Object value = parameter(name);
    value = value == null ? setting(name) : value;
    value = value == null ? statistic(name) : value;
    return value == null ? computed(names.formula(name)) : value;
  }

  private Object computed(Expression formula) {
    return formula == null || formula.names().stream().anyMatch(name -> value(name) == null)
        ? null
        : formula.value(this::value);
  }

  /** Returns the value of a parameter: the value that the point sets, otherwise the default. */
  private Object parameter(String name) {
    String text = point.parameters().get(name);
    text = text == null ? point.parameters().get(name + "?") : text;
    if (text != null) {
      return Quantity.value(text);
    }
    int number = names.number(name);
    return kept == null || number < 0 ? null : kept.parameters[number];
  }

  private Object setting(String name) {
    String key = point.settings().containsKey(name) ? name : name + "?";
    return point.settings().containsKey(key)
        ? Quantity.value(names.relative().absolute(point.device(), point.settings(), key))
        : null;
  }

  private Object statistic(String name) {
    int number = names.number(name);
    return kept == null || number < 0 ? null : kept.statistics[number];
  }
}
