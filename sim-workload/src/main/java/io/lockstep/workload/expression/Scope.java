// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.expression;

import java.util.HashMap;
import java.util.Map;

/**
 * Values of parameters and variables at one point of a run: the file's parameters, one loop
 * variable per enclosing loop, and the host's variables, which {@code set} changes. Immutable and
 * thread-safe except for the host's variables, which belong to one run.
 */
public final class Scope {
  private final Scope outer;
  private final String variable;
  private final long value;
  private final Map<String, Long> whole;
  private final Map<String, Double> real;
  private final Map<String, Long> wholeVariables;
  private final Map<String, Double> realVariables;

  private Scope(
      Scope outer,
      String variable,
      long value,
      Map<String, Long> whole,
      Map<String, Double> real,
      Map<String, Long> wholeVariables,
      Map<String, Double> realVariables) {
    this.outer = outer;
    this.variable = variable;
    this.value = value;
    this.whole = whole;
    this.real = real;
    this.wholeVariables = wholeVariables;
    this.realVariables = realVariables;
  }

  public Scope(Map<String, Long> whole, Map<String, Double> real) {
    this(null, null, 0, Map.copyOf(whole), Map.copyOf(real), Map.of(), Map.of());
  }

  /** Returns a scope with the same parameters, and with host variables that have no values yet. */
  public Scope forRun() {
    return new Scope(null, null, 0, whole, real, new HashMap<>(), new HashMap<>());
  }

  /** Returns this scope with an additional loop variable. */
  public Scope with(String name, long bound) {
    return new Scope(this, name, bound, whole, real, wholeVariables, realVariables);
  }

  /** Returns the value of a whole parameter, loop variable or host variable. */
  long whole(String name) {
    for (Scope scope = this; scope.outer != null; scope = scope.outer) {
      if (scope.variable.equals(name)) {
        return scope.value;
      }
    }
    Long variable = wholeVariables.get(name);
    return variable == null ? whole.get(name) : variable;
  }

  /** Returns the value of a real parameter or host variable. */
  double real(String name) {
    Double variable = realVariables.get(name);
    return variable == null ? real.get(name) : variable;
  }

  public void set(String name, long value) {
    wholeVariables.put(name, value);
  }

  public void set(String name, double value) {
    realVariables.put(name, value);
  }
}
