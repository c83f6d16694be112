// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.io.expression.Expression;
import io.lockstep.run.RunResult;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultFields;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.point.Point;
import io.lockstep.sweep.file.SweepVariable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The values of the names in objectives and constraints for one point. Names are looked up in this
 * order: times and statistics of the result, parameters, figures of the device in canonical units,
 * names of {@code let}. All numbers are treated as real numbers, so that a quotient of counters
 * keeps its fraction.
 */
final class PointNames {
  private static final Pattern DECIMAL = Pattern.compile("[-+]?[0-9]+(\\.[0-9]+)?");

  private final Map<String, Object> values = new TreeMap<>();
  private final Map<String, Expression> formulas = new HashMap<>(); // lookup only
  private final DeviceSpec spec;

  /** Creates the names that have a value before the simulation. */
  PointNames(List<SweepVariable> variables, Point point, DeviceSpec spec) {
    this.spec = spec;
    variables.forEach(v -> formulas.put(v.name(), v.value()));
    point.parameters().forEach((name, text) -> values.put(name, number(text)));
    values.put("device", point.device());
    values.put("phase", BigDecimal.valueOf(point.phase()));
  }

  /** Creates the names that have a value after the simulation. */
  PointNames(List<SweepVariable> variables, Point point, DeviceSpec spec, RunResult result) {
    this(variables, point, spec);
    result.parameters().forEach((name, text) -> values.put(name, number(text)));
    result.statistics().forEach((name, value) -> values.put(name, value));
    for (ResultField<Long> field : ResultFields.NUMBERS) {
      values.put(field.name(), field.type().printed(field.of(result)));
    }
  }

  private static Object number(String text) {
    return DECIMAL.matcher(text).matches() ? new BigDecimal(text) : text;
  }

  /** Returns whether every name that an expression reads has a value. */
  boolean know(Expression expression) {
    return missing(expression, new ArrayList<>()).isEmpty();
  }

  Set<String> missing(Expression expression) {
    return missing(expression, new ArrayList<>());
  }

  private Set<String> missing(Expression expression, List<String> open) {
    Set<String> missing = new TreeSet<>();
    for (String name : expression.names()) {
      if (isValue(name)) {
        continue;
      }
      if (!formulas.containsKey(name) || open.contains(name)) {
        missing.add(name);
      } else {
        open.add(name);
        missing.addAll(missing(formulas.get(name), open));
        open.remove(name);
      }
    }
    return missing;
  }

  private boolean isValue(String name) {
    return values.containsKey(name) || spec.optional(name).isPresent();
  }

  /**
   * Returns the value of a name.
   *
   * @throws InputException if the name has no value
   */
  Object value(String name) {
    Object value = values.get(name);
    if (value != null) {
      return value;
    }
    OptionalLong figure = spec.optional(name);
    if (figure.isPresent()) {
      return BigDecimal.valueOf(figure.getAsLong());
    }
    if (formulas.containsKey(name)) {
      return formulas.get(name).value(this::value);
    }
    throw new InputException("expression", "unknown name '" + name + "'");
  }

  /** Returns a suggestion of the nearest valid name, to end a message; empty if none is near. */
  String hint(String name) {
    Set<String> all = new TreeSet<>(values.keySet());
    all.addAll(formulas.keySet());
    spec.figures().forEach(f -> all.add(f.path()));
    return Suggestions.nearHint(name, all);
  }
}
