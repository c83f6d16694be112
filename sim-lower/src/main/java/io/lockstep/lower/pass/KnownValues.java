// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What is known of values at a point of straight-line code, such as the source that a value copies.
 * It holds until the value, or another value on which it is based, is written.
 *
 * <p>Not thread-safe.
 *
 * @param <F> a fact of a value
 */
public final class KnownValues<F> {
  private record Known<F>(F fact, int basis) {}

  private final Map<Integer, Known<F>> known = new HashMap<>();
  private final Map<Integer, Set<Integer>> based = new HashMap<>(); // by basis: values

  /** Creates the state at the start of a block, where nothing is known. */
  public KnownValues() {}

  /**
   * {@return the fact that is known of a value; null for none}
   *
   * @param value number of the value
   */
  public F of(int value) {
    Known<F> k = known.get(value);
    return k == null ? null : k.fact;
  }

  /**
   * Adds a fact of a value that was just written.
   *
   * @param value number of the value
   * @param fact the fact
   * @param basis number of the value on which the fact is based; negative for none
   */
  public void put(int value, F fact, int basis) {
    known.put(value, new Known<>(fact, basis));
    if (basis >= 0) {
      based.computeIfAbsent(basis, b -> new HashSet<>()).add(value);
    }
  }

  /**
   * Ends the facts of a value, and those that are based on it.
   *
   * @param value number of the value that is written
   */
  public void written(int value) {
    known.remove(value);
    Set<Integer> others = based.remove(value);
    for (int other : others == null ? Set.<Integer>of() : others) {
      known.computeIfPresent(other, (v, k) -> k.basis == value ? null : k);
    }
  }
}
