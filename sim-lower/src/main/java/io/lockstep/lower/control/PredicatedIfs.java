// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.control;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.PollLoops;
import io.lockstep.kernel.ir.Uniformity;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds short ifs whose side is predicated: without a branch and a join, a wavefront issues its
 * instructions whether or not any lane takes the side.
 *
 * <p>Such a side has one block, or ends in an if that is itself predicated and has the same join;
 * it follows its branch, has at most a given number of instructions, no barrier and no other exit,
 * and its branch may diverge.
 */
public final class PredicatedIfs {
  private static final Set<Op> NEVER =
      EnumSet.of(
          Op.BARRIER,
          Op.FENCE,
          Op.ATOMIC,
          Op.VOTE,
          Op.EXIT,
          Op.SWITCH,
          Op.COMMIT_COPIES,
          Op.AWAIT_COPIES);

  private final Kernel kernel;
  private final DirectBranches branches;
  private final int[] side; // by block of a predicated branch; otherwise -1
  private final int[] last; // last block of a side, by its first block
  private final boolean[] within;

  /**
   * Creates an analysis that finds none.
   *
   * @param kernel the kernel
   * @param branches targets of its branches
   */
  public PredicatedIfs(Kernel kernel, DirectBranches branches) {
    this(kernel, branches, kernel.blocks().size());
  }

  private PredicatedIfs(Kernel kernel, DirectBranches branches, int blocks) {
    this.kernel = kernel;
    this.branches = branches;
    side = new int[blocks];
    last = IntStream.range(0, blocks).toArray();
    within = new boolean[blocks];
    Arrays.fill(side, -1);
  }

  /**
   * {@return an analysis that has found none}
   *
   * @param blocks number of the code's blocks
   */
  public static PredicatedIfs none(int blocks) {
    return new PredicatedIfs(null, null, blocks);
  }

  /**
   * Finds the sides.
   *
   * @param kernel the kernel
   * @param branches targets of its branches
   * @param layout order of its blocks
   * @param joins points at which lanes meet
   * @param uniformity branches that may diverge
   * @param own instructions of each block without branches
   * @param most maximum instructions of a side
   */
  public PredicatedIfs(
      Kernel kernel,
      DirectBranches branches,
      BlockLayout layout,
      JoinPoints joins,
      Uniformity uniformity,
      int[] own,
      int most) {
    this(kernel, branches);
    if (!PollLoops.of(kernel).isEmpty()) {
      return; // a refused poll repeats rows, not sides
    }
    int n = kernel.blocks().size();
    int[] entries = new int[n];
    kernel.blocks().forEach(b -> b.successors().forEach(s -> entries[branches.target(s)]++));
    kernel.blocks().stream()
        .filter(b -> branches.isEmpty(b.id()))
        .forEach(b -> entries[branches.target(b.id())]--);
    int[] instructions = new int[n];
    for (int place = n - 1; place >= 0; place--) {
      int b = layout.at(place);
      Block block = kernel.blocks().get(b);
      if (block.last().op() != Op.BRANCH
          || block.successors().size() != 2
          || joins.meet(b) < 0
          || joins.isEnd(joins.meet(b)) // a predicated exit is shorter
          || uniformity.isUniformBranch(b)) {
        continue;
      }
      int meet = branches.target(joins.meet(b));
      int one = branches.target(block.successors().get(0));
      int other = branches.target(block.successors().get(1));
      int first = one == meet ? other : other == meet ? one : -1;
      if (first >= 0 && branches.follows(b, first) && entries[first] == 1) {
        instructions[first] = length(first, meet, joins, own, instructions);
        if (instructions[first] <= most) {
          side[b] = first;
          within[first] = true;
        }
      }
    }
  }

  /** Instructions of a side up to the join; {@code Integer.MAX_VALUE} if not predicable. */
  private int length(int first, int meet, JoinPoints joins, int[] own, int[] instructions) {
    Block block = kernel.blocks().get(first);
    if (block.instructions().stream().anyMatch(i -> NEVER.contains(i.op()))) {
      return Integer.MAX_VALUE;
    }
    int sum = own[first];
    last[first] = first;
    if (side[first] >= 0 && branches.target(joins.meet(first)) == meet) {
      last[first] = last[side[first]];
      return sum + instructions[side[first]];
    }
    boolean straight =
        block.successors().size() == 1 && branches.target(block.successors().get(0)) == meet;
    return straight ? sum : Integer.MAX_VALUE;
  }

  /**
   * {@return the first block of the predicated side of a block's branch, or -1}
   *
   * @param block number of a block
   */
  public int side(int block) {
    return side[block];
  }

  /**
   * {@return the last block of a predicated side}
   *
   * @param first its first block
   */
  public int last(int first) {
    return last[first];
  }

  /**
   * {@return whether a block begins a predicated side}
   *
   * @param block number of a block
   */
  public boolean isSide(int block) {
    return within[block];
  }
}
