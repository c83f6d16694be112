// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.expression;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.workload.element.ElementType;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The names that an expression may use at its place in a file.
 *
 * @param whole whole-number parameters, loop variables and host variables
 * @param real real-number parameters and host variables
 * @param place place of the expression
 * @param fixed names whose values are known before execution
 * @param variables names that {@code set} may change
 * @param buffers element types of declared buffers
 */
public record Names(
    Set<String> whole,
    Set<String> real,
    Place place,
    Set<String> fixed,
    Set<String> variables,
    Map<String, ElementType> buffers) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** The place of an expression, which determines the additional operands that it may use. */
  public enum Place {
    /** Parameters and variables only. */
    PLAIN,
    /** A generator: also {@code i} and elements of buffers declared earlier. */
    GENERATOR,
    /** A computation of the host: also elements of buffers and reductions over them. */
    HOST,
    /** A computation of the host for each element: also {@code i} and elements of buffers. */
    COMPUTE;

    /** Returns whether {@code i} is the index of an element. */
    boolean hasIndex() {
      return this == GENERATOR || this == COMPUTE;
    }
  }

  public Names {
    whole = Set.copyOf(whole);
    real = Set.copyOf(real);
    fixed = Set.copyOf(fixed);
    variables = Set.copyOf(variables);
    buffers = Collections.unmodifiableMap(new TreeMap<>(buffers));
  }

  public Names(Set<String> whole, Set<String> real) {
    this(whole, real, Place.PLAIN, union(whole, real), Set.of(), Map.of());
  }

  /**
   * Returns these names and the variable of a loop.
   *
   * @param known whether the variable's values are known before execution
   */
  public Names with(String where, String variable, boolean known) {
    check(where, "variable", variable);
    if (whole.contains(variable) || real.contains(variable)) {
      throw new InputException(
          where, "the name '" + variable + "' is taken by a parameter or an outer loop");
    }
    return new Names(
        and(whole, variable),
        real,
        place,
        known ? and(fixed, variable) : fixed,
        variables,
        buffers);
  }

  /** Returns these names and a host variable. */
  public Names withVariable(String variable, boolean isReal) {
    return new Names(
        isReal ? whole : and(whole, variable),
        isReal ? and(real, variable) : real,
        place,
        fixed,
        and(variables, variable),
        buffers);
  }

  /** Returns the same names for another place. */
  public Names in(Place other) {
    return new Names(whole, real, other, fixed, variables, buffers);
  }

  /** Returns these names with declared buffers. */
  public Names withBuffers(Map<String, ElementType> declared) {
    return new Names(whole, real, place, fixed, variables, declared);
  }

  private static Set<String> union(Set<String> some, Set<String> others) {
    Set<String> all = new TreeSet<>(some);
    all.addAll(others);
    return all;
  }

  private static Set<String> and(Set<String> names, String name) {
    Set<String> more = new TreeSet<>(names);
    more.add(name);
    return more;
  }

  /** Rejects a text that is not a name. */
  public static void check(String where, String what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new InputException(
          where, "expected a " + what + "'s name of letters, digits and _, found '" + name + "'");
    }
  }

  /** Rejects a name that is not a whole-number parameter or variable. */
  void checkWhole(String where, String name) {
    if (whole.contains(name)) {
      return;
    }
    if (real.contains(name)) {
      throw new InputException(where, "'" + name + "' is a real parameter, expected a whole one");
    }
    throw new InputException(
        where,
        "unknown name '%s'%s"
            .formatted(name, Suggestions.hint(name, whole, "; there are no whole parameters")));
  }

  /** Rejects a name whose value is not known before execution. */
  public void checkFixed(String where, String name) {
    checkWhole(where, name);
    if (!fixed.contains(name)) {
      throw new InputException(
          where,
          "'"
              + name
              + "' is known only when the steps run; options of a launch take parameters and"
              + " variables of for loops");
    }
  }

  /** Returns the word for a name in messages: parameter or variable. */
  String what(String name) {
    return variables.contains(name) ? "variable" : "parameter";
  }
}
