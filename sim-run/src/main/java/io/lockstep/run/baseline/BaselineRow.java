// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.baseline;

import io.lockstep.run.RunResult;
import io.lockstep.run.result.JsonTree;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultFields;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An earlier result, as read from JSON.
 *
 * @param texts texts by field name; a null is read as an empty text
 * @param numbers numbers by field name; a null is omitted
 */
public record BaselineRow(
    Map<String, String> texts,
    Map<String, BigDecimal> numbers,
    SortedMap<String, String> parameters,
    SortedMap<String, String> overrides,
    SortedMap<String, BigDecimal> statistics) {
  public BaselineRow {
    texts = Map.copyOf(texts);
    numbers = Map.copyOf(numbers);
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    overrides = Collections.unmodifiableSortedMap(new TreeMap<>(overrides));
    statistics = Collections.unmodifiableSortedMap(new TreeMap<>(statistics));
  }

  /** Returns the text of a field, or an empty text. */
  String text(ResultField<?> field) {
    return texts.getOrDefault(field.name(), "");
  }

  public String workload() {
    return text(ResultFields.WORKLOAD);
  }

  public String device() {
    return text(ResultFields.DEVICE);
  }

  /** {@return the status in lower case} */
  public String status() {
    return text(ResultFields.STATUS);
  }

  /** {@return a number of the result; empty if the result lacks it or was not simulated} */
  public Optional<BigDecimal> number(ResultField<Long> field) {
    return Optional.ofNullable(numbers.get(field.name()));
  }

  /** {@return cycles of the vendor's clock; empty if nothing was simulated} */
  public Optional<BigDecimal> cycles() {
    return number(ResultFields.CYCLES);
  }

  /** {@return simulated time; empty if nothing was simulated} */
  public Optional<BigDecimal> seconds() {
    return number(ResultFields.SECONDS);
  }

  /** {@return the sum of kernel times in seconds, from a statistic that every version has} */
  public Optional<BigDecimal> kernelSeconds() {
    return Optional.ofNullable(statistics.get("time.kernels")).map(ps -> ps.movePointLeft(12));
  }

  /** {@return a key of the point: workload, parameters and overrides} */
  public String point() {
    return point(workload(), parameters, overrides);
  }

  String key() {
    return key(device(), point(), text(ResultFields.SAMPLE));
  }

  static String key(RunResult r) {
    return key(r.device(), point(r.workload(), r.parameters(), r.overrides()), r.sample());
  }

  /** Returns a key with which sampled results are never compared with exact ones. */
  private static String key(String device, String point, String sample) {
    return device + '\n' + point + '\n' + sample;
  }

  private static String point(
      String workload, Map<String, String> parameters, Map<String, String> overrides) {
    StringBuilder out = new StringBuilder(workload);
    for (Map<String, String> values : List.of(parameters, overrides)) {
      values.forEach((k, v) -> out.append("  ").append(k).append('=').append(JsonTree.text(v)));
    }
    return out.toString();
  }
}
