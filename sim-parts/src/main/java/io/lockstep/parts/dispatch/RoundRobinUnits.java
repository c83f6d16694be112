// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

/** Selects the next unit with room, in turn: {@link GroupPlacement#roundRobin}. */
public final class RoundRobinUnits implements PlacementPolicy {
  /** The policy's name. */
  public static final String NAME = "round_robin";

  /** Creates the policy; called by ServiceLoader. */
  public RoundRobinUnits() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "the next unit with room after the one that took the last group";
  }

  @Override
  public PlacementRule rule(int[][] dies) {
    return GroupPlacement.roundRobin(GroupPlacement.acrossDies(dies));
  }
}
