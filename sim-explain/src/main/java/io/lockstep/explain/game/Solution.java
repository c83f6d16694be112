package io.lockstep.explain.game;

import java.util.List;

/**
 * The division of a game's value.
 *
 * @param shares one for each player; they add up to the value of all players less that of none
 * @param interactions of pairs; empty if orders were sampled
 */
public record Solution(List<Share> shares, List<Interaction> interactions) {
  /**
   * Copies the collections.
   *
   * @param shares one for each player
   * @param interactions of pairs
   */
  public Solution {
    shares = List.copyOf(shares);
    interactions = List.copyOf(interactions);
  }
}
