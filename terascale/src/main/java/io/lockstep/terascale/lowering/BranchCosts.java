package io.lockstep.terascale.lowering;

import io.lockstep.spi.spec.Figures;

/**
 * Costs of a branch in cycles: from a bundle to the next, from a clause to the next, of a jump or
 * pop.
 */
public record BranchCosts(int bundle, int clauseSwitch, int jump) {
  public static BranchCosts of(Figures f) {
    return new BranchCosts(
        f.integer("issue.latency"),
        f.integer("issue.clause_switch"),
        f.integer("issue.branch_latency"));
  }

  /**
   * Whether executing both sides is cheaper. Assumes that half of the wavefronts enter a side, at
   * the cost of a clause and a pop, that all jump, and that each unconditional operation takes a
   * bundle.
   *
   * @param sides with operations
   * @param moves conditional moves required
   */
  public boolean pays(int sides, int operations, int moves) {
    int branching = sides * (clauseSwitch + 2 * jump) + bundle * operations;
    return 2 * bundle * (operations + moves) <= branching;
  }
}
