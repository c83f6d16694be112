package io.lockstep.trace.workload;

import java.util.HashMap;
import java.util.Map;

/**
 * Values of parameters and loop variables at one point of a run. Immutable and thread-safe.
 */
final class Scope {
  private final Map<String, Long> whole;
  private final Map<String, Double> real;

  Scope(Map<String, Long> whole, Map<String, Double> real) {
    this.whole = Map.copyOf(whole);
    this.real = Map.copyOf(real);
  }

  /** This scope and one more loop variable. */
  Scope with(String name, long value) {
    Map<String, Long> inner = new HashMap<>(whole);
    inner.put(name, value);
    return new Scope(inner, real);
  }

  /** Value of a whole parameter or loop variable. */
  long whole(String name) {
    return whole.get(name);
  }

  /** Value of a real parameter. */
  double real(String name) {
    return real.get(name);
  }
}
