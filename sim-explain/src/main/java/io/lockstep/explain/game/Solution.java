package io.lockstep.explain.game;

import java.util.List;

/**
 * How a game's value is shared.
 *
 * @param shares one for each player; they add up to what all are worth less what nobody is
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
