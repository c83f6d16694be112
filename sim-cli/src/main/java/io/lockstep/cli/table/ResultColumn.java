// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.run.Numbers;
import io.lockstep.run.RunResult;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * A column of a table of results.
 *
 * @param aliases alternative names: the statistic, the field in JSON
 * @param key returns the sort key, a number or a text; null if a result has none
 */
public record ResultColumn(
    String name,
    List<String> aliases,
    boolean number,
    Function<RunResult, String> cell,
    Function<RunResult, Object> key) {

  /** Creates a text column; empty cells sort last. */
  static ResultColumn text(String name, Function<RunResult, String> cell, String... aliases) {
    return new ResultColumn(
        name, List.of(aliases), false, cell, r -> cell.apply(r).isEmpty() ? null : cell.apply(r));
  }

  static ResultColumn figure(
      String name,
      Function<RunResult, BigDecimal> value,
      Function<BigDecimal, String> shown,
      String... aliases) {
    return new ResultColumn(
        name,
        List.of(aliases),
        true,
        r -> value.apply(r) == null ? "" : shown.apply(value.apply(r)),
        value::apply);
  }

  /** Creates a column for a statistic under another name. */
  static ResultColumn statistic(String name, String statistic, Function<BigDecimal, String> shown) {
    return figure(name, r -> r.statistics().get(statistic), shown, statistic);
  }

  static ResultColumn statistic(String name) {
    return figure(name, r -> r.statistics().get(name), Numbers::exact);
  }

  /** Returns the heading; a prefix requests right alignment. */
  String header() {
    return number ? ">" + name : name;
  }

  boolean isNamed(String typed) {
    return name.equalsIgnoreCase(typed) || aliases.stream().anyMatch(typed::equalsIgnoreCase);
  }

  /** Returns an order of rows; rows without a value are last in both directions. */
  public Comparator<RunResult> order(boolean descending) {
    return (a, b) -> {
      Object left = a.isSimulated() ? key.apply(a) : null;
      Object right = b.isSimulated() ? key.apply(b) : null;
      if (left == null || right == null) {
        return Boolean.compare(left == null, right == null);
      }
      int order =
          left instanceof BigDecimal number
              ? number.compareTo((BigDecimal) right)
              : left.toString().compareTo(right.toString());
      return descending ? -order : order;
    };
  }
}
