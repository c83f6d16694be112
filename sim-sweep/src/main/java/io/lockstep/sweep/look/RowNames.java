// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.io.expression.Expression;
import io.lockstep.io.expression.Quantity;
import io.lockstep.run.RunResult;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultFields;
import io.lockstep.study.point.Point;
import io.lockstep.sweep.point.RelativeSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The names that queries read from rows, and the names that rows have. A name is looked up in this
 * order: {@link #ALWAYS}, parameters, overridden figures, statistics, names defined by {@code let}.
 * The prefixes {@code param.}, {@code set.} and {@code stat.} select parameters, overridden figures
 * and statistics.
 */
final class RowNames {
  /** Names that every simulated row has. */
  static final List<String> ALWAYS =
      Stream.concat(
              Stream.of("workload", "device", "phase", "status"),
              ResultFields.NUMBERS.stream().map(ResultField::name))
          .toList();

  static final String PARAMETER = "param.";
  static final String SETTING = "set.";
  static final String STATISTIC = "stat.";

  private final LetNames variables;
  private final String[] asked; // requested names without prefixes
  private final Map<String, Integer> numbers = new HashMap<>(); // never iterated
  private final Set<String> parameters = new HashSet<>(); // sorted only for messages
  private final Set<String> settings = new HashSet<>();
  private final Set<String> statistics = new HashSet<>();

  private final RelativeSettings relative;

  RowNames(Collection<String> names, LetNames variables, RelativeSettings relative) {
    this.variables = variables;
    this.relative = relative;
    Set<String> plain = new TreeSet<>();
    for (String name : variables.closure(names)) {
      plain.add(plain(name));
    }
    asked = plain.toArray(String[]::new);
    for (int i = 0; i < asked.length; i++) {
      numbers.put(asked[i], i);
    }
  }

  private static String plain(String name) {
    for (String beginning : List.of(PARAMETER, SETTING, STATISTIC)) {
      if (name.startsWith(beginning)) {
        return name.substring(beginning.length());
      }
    }
    return name;
  }

  /** Removes the question mark that marks an optional name. */
  static String unmarked(String key) {
    return key.endsWith("?") ? key.substring(0, key.length() - 1) : key;
  }

  RelativeSettings relative() {
    return relative;
  }

  /** Returns the expression of a name defined by {@code let}; null for other names. */
  Expression formula(String name) {
    return variables.formulas().get(name);
  }

  Set<String> closure(Collection<String> some) {
    return variables.closure(some);
  }

  /** Returns the index of a requested name; -1 for other names. */
  int number(String name) {
    return numbers.getOrDefault(name, -1);
  }

  /** Records the names of a point. */
  void see(Point point) {
    point.parameters().keySet().forEach(key -> parameters.add(unmarked(key)));
    point.settings().keySet().forEach(key -> settings.add(unmarked(key)));
  }

  /** Records the names of a result. */
  void see(RunResult result) {
    parameters.addAll(result.parameters().keySet());
    statistics.addAll(result.statistics().keySet());
  }

  /** Returns the requested parameters as values for expressions, by index of the name. */
  Object[] parameters(RunResult result) {
    Object[] values = new Object[asked.length];
    for (int i = 0; i < asked.length; i++) {
      String text = result.parameters().get(asked[i]);
      values[i] = text == null ? null : Quantity.value(text);
    }
    return values;
  }

  /** Returns the requested statistics, by index of the name. */
  Object[] statistics(RunResult result) {
    Object[] values = new Object[asked.length];
    for (int i = 0; i < asked.length; i++) {
      values[i] = result.statistics().get(asked[i]);
    }
    return values;
  }

  boolean hasStatistic(String name) {
    return statistics.contains(name);
  }

  /** Throws if no row has a name that the expression reads; suggests the nearest name. */
  void check(Expression expression) {
    expression.names().forEach(name -> check(expression.where(), name));
  }

  /** Throws if no row has a name. */
  void check(String where, String name) {
    boolean there =
        ALWAYS.contains(name)
            || parameters.contains(name)
            || settings.contains(name)
            || statistics.contains(name)
            || begins(name, PARAMETER, parameters)
            || begins(name, SETTING, settings)
            || begins(name, STATISTIC, statistics);
    Expression formula = there ? null : formula(name);
    if (formula != null) {
      variables.check(name, List.of());
      check(formula);
    } else if (!there) {
      List<String> all = new ArrayList<>(ALWAYS);
      all.addAll(new TreeSet<>(parameters));
      all.addAll(new TreeSet<>(settings));
      all.addAll(new TreeSet<>(statistics));
      all.addAll(new TreeSet<>(variables.formulas().keySet()));
      throw new InputException(
          where,
          "no point of the sweep has '"
              + name
              + "'"
              + Suggestions.nearHint(
                  name,
                  all,
                  "; names are %s, parameters, figures that are set, and statistics"
                      .formatted(String.join(", ", ALWAYS))));
    }
  }

  private static boolean begins(String name, String beginning, Set<String> names) {
    return name.startsWith(beginning) && names.contains(name.substring(beginning.length()));
  }
}
