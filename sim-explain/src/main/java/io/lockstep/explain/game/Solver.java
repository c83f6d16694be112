package io.lockstep.explain.game;

import java.util.SortedSet;

/**
 * A way to share a game's value among its players: says first of which coalitions it needs the
 * value, so that they can be had all at once. Immutable.
 */
public interface Solver {
  /** {@return coalitions whose values are asked for, nobody and all among them} */
  SortedSet<Long> coalitions();

  /**
   * {@return who adds what}
   *
   * @param payoff is asked for values of {@link #coalitions}
   */
  Solution solve(Payoff payoff);
}
