// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.game;

import java.util.List;

/**
 * The division of a game's value.
 *
 * @param shares share of each player; they add up to the value of the full coalition minus the
 *     value of the empty one
 * @param interactions interactions of pairs; empty if orders were sampled
 */
public record Solution(List<Share> shares, List<Interaction> interactions) {
  public Solution {
    shares = List.copyOf(shares);
    interactions = List.copyOf(interactions);
  }
}
