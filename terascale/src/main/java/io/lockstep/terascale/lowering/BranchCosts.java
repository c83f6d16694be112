package io.lockstep.terascale.lowering;

import io.lockstep.spi.spec.Figures;

/**
 * What a wavefront's control flow costs it, by which the compiler decides between a branch and
 * conditional moves.
 *
 * @param bundle cycles from a bundle to the next one
 * @param clauseSwitch cycles from the end of a clause to the next one
 * @param jump cycles of a jump or a pop
 */
public record BranchCosts(int bundle, int clauseSwitch, int jump) {
  /**
   * {@return the costs of a device}
   *
   * @param f its figures
   */
  public static BranchCosts of(Figures f) {
    return new BranchCosts(
        f.integer("issue.latency"),
        f.integer("issue.clause_switch"),
        f.integer("issue.branch_latency"));
  }

  /**
   * {@return whether it pays to execute the sides of a branch always}
   *
   * <p>Half of the wavefronts are taken to enter a side, which costs each of them a clause and a
   * pop; all of them jump. Operations without a branch are taken to fill a bundle each.
   *
   * @param sides of the branch that have operations
   * @param operations of these sides
   * @param moves conditional moves that are needed
   */
  public boolean pays(int sides, int operations, int moves) {
    int branching = sides * (clauseSwitch + 2 * jump) + bundle * operations;
    return 2 * bundle * (operations + moves) <= branching;
  }
}
