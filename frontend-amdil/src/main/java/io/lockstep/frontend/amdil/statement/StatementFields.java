// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.statement;

import io.lockstep.frontend.amdil.statement.ProgramSyntax.Field;
import io.lockstep.io.Suggestions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The modifiers of a statement. {@link #done} reports modifiers that no decoder took. */
public final class StatementFields {
  private final IlWriter e;
  private final String operation;
  private final List<Field> left;
  private final Set<String> known = new TreeSet<>();

  public StatementFields(IlWriter e, ProgramSyntax.Statement s) {
    this.e = e;
    operation = s.operation().name();
    left = new ArrayList<>(s.fields());
    if (!s.arguments().isEmpty()) {
      throw e.error(
          s.at(),
          "'%s' takes no parentheses, found (%s)"
              .formatted(operation, String.join(",", s.arguments())));
    }
  }

  /** Takes a modifier by one of its names, or returns null. */
  public Field find(String... names) {
    known.addAll(List.of(names));
    for (Field f : left) {
      if (List.of(names).contains(f.name())) {
        left.remove(f);
        return f;
      }
    }
    return null;
  }

  public boolean take(String name) {
    Field f = find(name);
    if (f != null && !f.arguments().isEmpty()) {
      throw e.error(f.at(), "'_" + name + "' takes no parentheses");
    }
    return f != null;
  }

  /** Takes the number of a required modifier such as {@code _id(n)}. */
  public int number(int high, String... names) {
    Field f = find(names);
    if (f == null) {
      throw e.error("'" + operation + "' needs '_" + names[0] + "(n)'");
    }
    return NumberLiterals.whole(e.source, f, 0, high);
  }

  /** Takes one of several words in parentheses; the first word if the modifier is absent. */
  public String choice(String name, String... valid) {
    Field f = find(name);
    if (f == null) {
      return valid[0];
    }
    String found = String.join(",", f.arguments());
    if (!List.of(valid).contains(found)) {
      throw e.error(
          f.at(), "unknown '" + f.shown() + "'" + Suggestions.hint(found, List.of(valid)));
    }
    return found;
  }

  /** Drops modifiers without effect, such as precision hints. */
  public void ignore(String... names) {
    for (String name : names) {
      find(name);
    }
  }

  public void done() {
    if (left.isEmpty()) {
      return;
    }
    Field f = left.get(0);
    String found = "'" + operation + "' has no modifier '" + f.shown() + "'";
    if (known.isEmpty()) {
      throw e.error(f.at(), found);
    }
    throw e.error(
        f.at(),
        found
            + Suggestions.nearest(f.name(), known)
                .map(n -> "; did you mean '_" + n + "'?")
                .orElse("; valid: _" + String.join(", _", known)));
  }
}
