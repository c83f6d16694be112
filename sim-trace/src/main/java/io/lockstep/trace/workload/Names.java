package io.lockstep.trace.workload;

import io.lockstep.trace.InputException;
import io.lockstep.trace.yaml.Suggestions;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Names that an expression may use at one place of a file.
 *
 * @param whole whole parameters and loop variables
 * @param real real parameters
 * @param generator whether it is a generator's expression, which knows {@code i} and {@code mix}
 */
record Names(Set<String> whole, Set<String> real, boolean generator) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  Names {
    whole = Set.copyOf(whole);
    real = Set.copyOf(real);
  }

  /** These names inside a loop. */
  Names with(String where, String variable) {
    check(where, "variable", variable);
    if (whole.contains(variable) || real.contains(variable)) {
      throw new InputException(
          where, "the name '" + variable + "' is taken by a parameter or an outer loop");
    }
    Set<String> inner = new TreeSet<>(whole);
    inner.add(variable);
    return new Names(inner, real, generator);
  }

  /** These names in a generator's expression. */
  Names inGenerator() {
    return new Names(whole, real, true);
  }

  /** Refuses what is not a name. */
  static void check(String where, String what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new InputException(
          where, "expected a " + what + "'s name of letters, digits and _, found '" + name + "'");
    }
  }

  /** Refuses a name that is no whole number's. */
  void checkWhole(String where, String name) {
    if (whole.contains(name)) {
      return;
    }
    if (real.contains(name)) {
      throw new InputException(where, "'" + name + "' is a real parameter, expected a whole one");
    }
    throw new InputException(
        where,
        "unknown name '"
            + name
            + "'"
            + (whole.isEmpty()
                ? "; there are no whole parameters"
                : Suggestions.hint(name, whole)));
  }
}
