package io.lockstep.run.result;

import io.lockstep.run.RunResult;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Values of fields that become a result. A field that is not set has the empty value of its type.
 * Not thread-safe.
 */
public final class ResultValues {
  private final Map<ResultField<?>, Object> values = new IdentityHashMap<>(); // looked up only

  /** Nothing is set. */
  public ResultValues() {}

  /**
   * {@return the values that a result has}
   *
   * @param result any
   */
  public static ResultValues of(RunResult result) {
    ResultValues values = new ResultValues();
    ResultFields.ALL.forEach(f -> values.values.put(f, f.of(result)));
    return values;
  }

  /**
   * Sets a value.
   *
   * @param <T> class of the values
   * @param field which one
   * @param value of it
   * @return these values
   */
  public <T> ResultValues set(ResultField<T> field, T value) {
    values.put(field, value);
    return this;
  }

  @SuppressWarnings("unchecked") // as set has it
  <T> T get(ResultField<T> field) {
    return values.containsKey(field) ? (T) values.get(field) : field.type().empty();
  }

  /**
   * {@return the result}
   *
   * @throws IllegalArgumentException where a failed one has no reason, or another one has
   */
  public RunResult result() {
    return ResultFields.result(this);
  }
}
