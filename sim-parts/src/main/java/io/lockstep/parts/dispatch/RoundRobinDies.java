// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

/** Selects dies in turn, each filled breadth first: {@link GroupPlacement#roundRobinDies}. */
public final class RoundRobinDies implements PlacementPolicy {
  /** The policy's name. */
  public static final String NAME = "round_robin_dies";

  /** Creates the policy; called by ServiceLoader. */
  public RoundRobinDies() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "the dies in turn by the group's number, there the unit with the fewest groups";
  }

  @Override
  public PlacementRule rule(int[][] dies) {
    return GroupPlacement.roundRobinDies(dies);
  }
}
