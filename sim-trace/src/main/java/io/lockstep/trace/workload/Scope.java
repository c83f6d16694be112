package io.lockstep.trace.workload;

import java.util.Map;

/**
 * Values of parameters and loop variables at one point of a run: the file's parameters, and one
 * link per enclosing loop. Immutable and thread-safe.
 */
final class Scope {
  private final Scope outer;
  private final String variable;
  private final long value;
  private final Map<String, Long> whole;
  private final Map<String, Double> real;

  private Scope(
      Scope outer, String variable, long value, Map<String, Long> whole, Map<String, Double> real) {
    this.outer = outer;
    this.variable = variable;
    this.value = value;
    this.whole = whole;
    this.real = real;
  }

  /** A file's parameters. */
  Scope(Map<String, Long> whole, Map<String, Double> real) {
    this(null, null, 0, Map.copyOf(whole), Map.copyOf(real));
  }

  /** This scope and one more loop variable. */
  Scope with(String name, long bound) {
    return new Scope(this, name, bound, whole, real);
  }

  /** Value of a whole parameter or loop variable. */
  long whole(String name) {
    for (Scope scope = this; scope.outer != null; scope = scope.outer) {
      if (scope.variable.equals(name)) {
        return scope.value;
      }
    }
    return whole.get(name);
  }

  /** Value of a real parameter. */
  double real(String name) {
    return real.get(name);
  }
}
