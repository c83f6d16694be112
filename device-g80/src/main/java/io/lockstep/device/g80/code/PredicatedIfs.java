package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.PollLoops;
import io.lockstep.kernel.ir.Uniformity;
import java.util.Arrays;

/**
 * Finds short ifs whose side is predicated: no branch jumps over it and no join ends it, and a warp
 * issues its instructions whether lanes take them or not (CUDA Programming Guide 1.1, on branch
 * predication).
 *
 * <p>Such a side has one block, or ends in an if that is itself predicated and meets at the same
 * place; it lies behind its branch, has at most the given number of instructions, no barrier and no
 * way out, and lanes may disagree about it.
 */
final class PredicatedIfs {
  private final Kernel kernel;
  private final DirectBranches branches;
  private final int[] side; // by the block whose branch is predicated; else -1
  private final int[] last; // block of a side, by its first one
  private final boolean[] within;

  /** Finds none. */
  PredicatedIfs(Kernel kernel, DirectBranches branches) {
    this.kernel = kernel;
    this.branches = branches;
    int n = kernel.blocks().size();
    side = new int[n];
    last = new int[n];
    within = new boolean[n];
    Arrays.fill(side, -1);
  }

  /**
   * @param layout the order of the blocks
   * @param own instructions of each block beside branches
   * @param most instructions of a side
   */
  PredicatedIfs(
      Kernel kernel,
      DirectBranches branches,
      BlockLayout layout,
      JoinPoints joins,
      Uniformity uniformity,
      int[] own,
      int most) {
    this(kernel, branches);
    if (!PollLoops.of(kernel).isEmpty()) {
      return; // a failed poll repeats rows, not sides
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
          || block.postDominator() < 0
          || joins.isEnd(block.postDominator()) // an exit of some lanes is shorter
          || uniformity.isUniformBranch(b)) {
        continue;
      }
      int meet = branches.target(block.postDominator());
      int one = branches.target(block.successors().get(0));
      int other = branches.target(block.successors().get(1));
      int first = one == meet ? other : other == meet ? one : -1;
      if (first >= 0 && branches.follows(b, first) && entries[first] == 1) {
        instructions[first] = length(first, meet, own, instructions);
        if (instructions[first] <= most) {
          side[b] = first;
          within[first] = true;
        }
      }
    }
  }

  /** Instructions of a side up to where it meets, or too many to be predicated. */
  private int length(int first, int meet, int[] own, int[] instructions) {
    Block block = kernel.blocks().get(first);
    for (var i : block.instructions()) {
      boolean never =
          switch (i.op()) {
            case BARRIER, FENCE, ATOMIC, VOTE, EXIT, SWITCH -> true;
            default -> false;
          };
      if (never) {
        return Integer.MAX_VALUE;
      }
    }
    int sum = own[first];
    last[first] = first;
    if (side[first] >= 0 && branches.target(block.postDominator()) == meet) {
      last[first] = last[side[first]];
      return sum + instructions[side[first]];
    }
    boolean straight =
        block.successors().size() == 1 && branches.target(block.successors().get(0)) == meet;
    return straight ? sum : Integer.MAX_VALUE;
  }

  /** The first block of the predicated side of a block's branch, or -1 where it branches. */
  int side(int block) {
    return side[block];
  }

  /** The block of a side, by its first, that lies last. */
  int last(int first) {
    return last[first];
  }

  /** Whether a block is a predicated side, or begins one. */
  boolean isSide(int block) {
    return within[block];
  }
}
