package io.lockstep.sweep.look;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.io.expression.Expression;
import io.lockstep.io.expression.Quantity;
import io.lockstep.run.RunResult;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultFields;
import io.lockstep.study.point.Point;
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
 * Names that are asked of rows, and those that rows have. A name is, in this order: one of {@link
 * #ALWAYS}, a parameter, a figure that is set, a statistic, a name of the file's {@code let};
 * {@code param.}, {@code set.} or {@code stat.} before it says which. Not thread-safe.
 */
final class RowNames {
  /** What every row has, or every one that was simulated. */
  static final List<String> ALWAYS =
      Stream.concat(
              Stream.of("workload", "device", "phase", "status"),
              ResultFields.NUMBERS.stream().map(ResultField::name))
          .toList();

  static final String PARAMETER = "param.";
  static final String SETTING = "set.";
  static final String STATISTIC = "stat.";

  private final LetNames variables;
  private final String[] asked; // without a beginning
  private final Map<String, Integer> numbers = new HashMap<>(); // looked up only
  private final Set<String> parameters = new HashSet<>(); // sorted where they are shown
  private final Set<String> settings = new HashSet<>();
  private final Set<String> statistics = new HashSet<>();

  RowNames(Collection<String> names, LetNames variables) {
    this.variables = variables;
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

  /** A figure's name without its question mark. */
  static String unmarked(String key) {
    return key.endsWith("?") ? key.substring(0, key.length() - 1) : key;
  }

  /** What a name of {@code let} stands for; null for other names. */
  Expression formula(String name) {
    return variables.formulas().get(name);
  }

  /** Names, and all that they are computed from. */
  Set<String> closure(Collection<String> some) {
    return variables.closure(some);
  }

  /** The number of a name that is asked for; -1 if it is not. */
  int number(String name) {
    return numbers.getOrDefault(name, -1);
  }

  /** Looks which names a point has. */
  void see(Point point) {
    point.parameters().keySet().forEach(key -> parameters.add(unmarked(key)));
    point.settings().keySet().forEach(key -> settings.add(unmarked(key)));
  }

  /** Looks which names a row has. */
  void see(RunResult result) {
    parameters.addAll(result.parameters().keySet());
    statistics.addAll(result.statistics().keySet());
  }

  /** The parameters asked for, as expressions have them. */
  Object[] parameters(RunResult result) {
    Object[] values = new Object[asked.length];
    for (int i = 0; i < asked.length; i++) {
      String text = result.parameters().get(asked[i]);
      values[i] = text == null ? null : Quantity.value(text);
    }
    return values;
  }

  /** The statistics asked for. */
  Object[] statistics(RunResult result) {
    Object[] values = new Object[asked.length];
    for (int i = 0; i < asked.length; i++) {
      values[i] = result.statistics().get(asked[i]);
    }
    return values;
  }

  /** Whether any row has a statistic. */
  boolean hasStatistic(String name) {
    return statistics.contains(name);
  }

  /**
   * Refuses names that no row has.
   *
   * @throws InputException with the nearest one that there is
   */
  void check(Expression expression) {
    expression.names().forEach(name -> check(expression.where(), name));
  }

  /** Refuses a name that no row has. */
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
              + Suggestions.nearest(name, all)
                  .map(near -> "; did you mean '" + near + "'?")
                  .orElse(
                      "; names are %s, parameters, figures that are set, and statistics"
                          .formatted(String.join(", ", ALWAYS))));
    }
  }

  private static boolean begins(String name, String beginning, Set<String> names) {
    return name.startsWith(beginning) && names.contains(name.substring(beginning.length()));
  }
}
