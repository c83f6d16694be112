// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

/** Selects the unit with the fewest groups of all dies: {@link GroupPlacement#breadthFirst}. */
public final class BreadthFirst implements PlacementPolicy {
  /** The policy's name. */
  public static final String NAME = "breadth_first";

  /** Creates the policy; called by ServiceLoader. */
  public BreadthFirst() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "the unit with the fewest groups, whatever its die";
  }

  @Override
  public PlacementRule rule(int[][] dies) {
    return GroupPlacement.breadthFirst(GroupPlacement.acrossDies(dies));
  }
}
