// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.control;

import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.kernel.analysis.Uniformity;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds short ifs whose side is predicated: without a branch and a join, a wavefront issues its
 * instructions whether or not any lane takes the side.
 *
 * <p>Such a side has one block, or ends in an if that is itself predicated and has the same join;
 * it follows its branch, has at most a given number of instructions, no barrier and no other exit,
 * and its branch may diverge.
 *
 * <p>Of an if with an else, the side behind the branch is predicated if it is short, its jump to
 * the join included. The jump has the same predicate, so that the lanes of the other side fall
 * through. If that side is short as well, it has the opposite predicate, and neither a jump nor a
 * join is needed. ptxas 13.0 chooses so.
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

  private static final int LONG = 1 << 20; // instructions

  private final Kernel kernel;
  private final DirectBranches branches;
  private final int[] side; // by block of a predicated branch; otherwise -1
  private final int[] other; // predicated side behind another one of the same branch; otherwise -1
  private final int[] last; // last block of a side, by its first block
  private final boolean[] within;
  private final boolean[] leaves;

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
    other = new int[blocks];
    last = IntStream.range(0, blocks).toArray();
    within = new boolean[blocks];
    leaves = new boolean[blocks];
    Arrays.fill(side, -1);
    Arrays.fill(other, -1);
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
   * @param withElse whether sides of ifs with an else are predicated
   */
  public PredicatedIfs(
      Kernel kernel,
      DirectBranches branches,
      BlockLayout layout,
      JoinPoints joins,
      Uniformity uniformity,
      int[] own,
      int most,
      boolean withElse) {
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
      int two = branches.target(block.successors().get(1));
      int first = one == meet ? two : two == meet ? one : -1;
      if (first >= 0 && branches.follows(b, first) && entries[first] == 1) {
        instructions[first] = length(first, meet, joins, own, instructions);
        if (instructions[first] <= most) {
          side[b] = first;
          within[first] = true;
        }
      } else if (withElse
          && first < 0
          && branches.follows(b, one)
          && branches.follows(one, two)
          && entries[one] == 1
          && !writes(one, block.last().guard())
          && length(one, meet, own) < most) {
        int jump = branches.follows(two, meet) ? 0 : 1;
        boolean both = entries[two] == 1 && length(two, meet, own) + jump <= most;
        side[b] = one;
        other[one] = both ? two : -1;
        within[one] = both;
        within[two] |= both;
        leaves[one] = !both;
      }
    }
  }

  private boolean writes(int block, int register) {
    return kernel.blocks().get(block).instructions().stream()
        .anyMatch(i -> i.writes().contains(register));
  }

  /** Instructions of a side up to the join; {@code LONG} if not predicable. */
  private int length(int first, int meet, JoinPoints joins, int[] own, int[] instructions) {
    int nested = side[first];
    boolean nests = nested >= 0 && within[nested] && other[nested] < 0;
    if (!nests || branches.target(joins.meet(first)) != meet) {
      return length(first, meet, own);
    }
    last[first] = last[nested];
    return isPredicable(first) ? own[first] + instructions[nested] : LONG;
  }

  /** As above, of a side of one block. */
  private int length(int block, int meet, int[] own) {
    List<Integer> next = kernel.blocks().get(block).successors();
    boolean straight = next.size() == 1 && branches.target(next.get(0)) == meet;
    return straight && isPredicable(block) ? own[block] : LONG;
  }

  private boolean isPredicable(int block) {
    return kernel.blocks().get(block).instructions().stream()
        .noneMatch(i -> NEVER.contains(i.op()));
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
   * {@return the predicated else side that follows a predicated side, or -1}
   *
   * @param first first block of a predicated side
   */
  public int other(int first) {
    return other[first];
  }

  /**
   * {@return whether lanes that take different ways at the end of a block diverge}
   *
   * @param block number of a block
   */
  public boolean diverges(int block) {
    return side[block] < 0 || leaves[side[block]];
  }

  /**
   * {@return whether a predicated side ends in a predicated jump, so that lanes diverge behind it}
   *
   * @param first first block of a predicated side
   */
  public boolean leaves(int first) {
    return leaves[first];
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
   * {@return whether a block begins a predicated side behind which lanes need not meet}
   *
   * @param block number of a block
   */
  public boolean isSide(int block) {
    return within[block];
  }
}
