// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

/** Selects the first unit with room, die after die: {@link GroupPlacement#firstWithRoom}. */
public final class DepthFirst implements PlacementPolicy {
  /** The policy's name. */
  public static final String NAME = "depth_first";

  /** Creates the policy; called by ServiceLoader. */
  public DepthFirst() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "the first unit that has room: one is filled before the next";
  }

  @Override
  public PlacementRule rule(int[][] dies) {
    return GroupPlacement.firstWithRoom(GroupPlacement.dieByDie(dies));
  }
}
