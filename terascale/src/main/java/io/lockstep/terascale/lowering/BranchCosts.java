// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.spi.spec.Figures;

/**
 * Costs of control flow, by which the compiler chooses between a branch and conditional moves.
 *
 * @param bundle cycles from a bundle to the next one
 * @param clauseSwitch cycles from the end of a clause to the next one
 * @param jump cycles of a jump or a pop
 */
public record BranchCosts(int bundle, int clauseSwitch, int jump) {
  public static BranchCosts of(Figures f) {
    return new BranchCosts(
        f.integer("issue.latency"),
        f.integer("issue.clause_switch"),
        f.integer("issue.branch_latency"));
  }

  /**
   * Returns whether executing both sides of a branch unconditionally is cheaper.
   *
   * <p>Assumes that half of the wavefronts enter a side, at the cost of a clause and a pop, that
   * all of them jump, and that each unconditional operation takes a bundle.
   *
   * @param sides of the branch that have operations
   * @param operations of these sides
   * @param moves conditional moves required
   */
  public boolean pays(int sides, int operations, int moves) {
    int branching = sides * (clauseSwitch + 2 * jump) + bundle * operations;
    return 2 * bundle * (operations + moves) <= branching;
  }
}
