// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.game;

import java.util.SortedSet;

/**
 * Divides a game's value among its players. A solver first names the coalitions whose values it
 * needs. Immutable.
 */
public interface Solver {
  /** Returns the coalitions whose values are needed, including the empty and the full one. */
  SortedSet<Long> coalitions();

  /**
   * Returns the players' contributions.
   *
   * @param payoff values of {@link #coalitions}
   */
  Solution solve(Payoff payoff);
}
