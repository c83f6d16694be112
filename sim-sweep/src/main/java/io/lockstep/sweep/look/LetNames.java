// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.Expression;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The names that a sweep file's {@code let} defines. */
record LetNames(Map<String, Expression> formulas) {
  /** Returns the given names and all names that their formulas read, transitively. */
  Set<String> closure(Collection<String> names) {
    Set<String> all = new LinkedHashSet<>(names);
    Deque<String> open = new ArrayDeque<>(names);
    while (!open.isEmpty()) {
      Expression formula = formulas.get(open.remove());
      for (String read : formula == null ? Set.<String>of() : formula.names()) {
        if (all.add(read)) {
          open.add(read);
        }
      }
    }
    return all;
  }

  /**
   * Throws if a formula reads itself.
   *
   * @param open names on the path from the first formula to this one
   */
  void check(String name, List<String> open) {
    Expression formula = formulas.get(name);
    if (formula == null) {
      return;
    }
    List<String> way = new ArrayList<>(open);
    way.add(name);
    if (open.contains(name)) {
      throw new InputException(
          formula.where(),
          "'"
              + name
              + "' is computed from itself: "
              + String.join(" -> ", way.subList(way.indexOf(name), way.size())));
    }
    formula.names().forEach(read -> check(read, way));
  }
}
