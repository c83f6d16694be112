// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.BlockOrder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Computes the maximum number of control-flow stack entries of a wavefront.
 *
 * <p>A loop takes one entry. A branch pushes a sub-entry, a quarter of an entry; the first push
 * takes one additional sub-entry on Evergreen and two on R700. A branch that leaves a loop pushes
 * nothing.
 *
 * <p>Source: LLVM R600 backend (R600ControlFlowFinalizer, {@code CFStack}).
 */
public final class StackEntries {
  private static final int SUB_ENTRIES = 4;
  private final int entries;

  /**
   * @param firstPush sub-entries that the first push takes in total
   */
  public StackEntries(Kernel kernel, int firstPush) {
    List<Block> blocks = kernel.blocks();
    int[] pushes = pushes(blocks);
    int most = 0;
    for (Block block : blocks) {
      int p = pushes[block.id()];
      int subEntries = p == 0 ? 0 : firstPush + p - 1;
      int forPushes = (subEntries + SUB_ENTRIES - 1) / SUB_ENTRIES;
      most = Math.max(most, block.loopDepth() + forPushes);
    }
    entries = most;
  }

  public int entries() {
    return entries;
  }

  /** Whether a branch leaves a loop or is the back edge of a loop. */
  public static boolean leavesLoop(List<Block> blocks, Block block) {
    for (int s : block.successors()) {
      Block next = blocks.get(s);
      if (next.loopDepth() < block.loopDepth()) {
        return true;
      }
    }
    return false;
  }

  /** Returns the number of branches whose region, up to the post-dominator, contains a block. */
  private static int[] pushes(List<Block> blocks) {
    int[] order = BlockOrder.of(blocks);
    List<Block> branches = new ArrayList<>();
    for (int b : order) {
      Block block = blocks.get(b);
      if (block.last().op() == Op.BRANCH && !leavesLoop(blocks, block)) {
        branches.add(block);
      }
    }
    int[] pushes = new int[order.length];
    int[] place = BlockOrder.places(order);
    for (int k = 0; k < branches.size(); k += Long.SIZE) {
      List<Block> some = branches.subList(k, Math.min(k + Long.SIZE, branches.size()));
      long[] of = between(blocks, some, order, place);
      for (int b = 0; b < of.length; b++) {
        pushes[b] += Long.bitCount(of[b]);
      }
    }
    return pushes;
  }

  /** Returns, for each block, a bit mask of up to 64 branches whose region contains it. */
  private static long[] between(
      List<Block> blocks, List<Block> branches, int[] order, int[] place) {
    long[] of = new long[order.length];
    long[] outside = new long[order.length];
    BitSet open = new BitSet(order.length); // blocks to visit, by position in the order
    for (int k = 0; k < branches.size(); k++) {
      Block branch = branches.get(k);
      outside[branch.id()] |= 1L << k;
      if (branch.postDominator() >= 0) {
        outside[branch.postDominator()] |= 1L << k;
      }
    }
    for (int k = 0; k < branches.size(); k++) {
      for (int s : branches.get(k).successors()) {
        of[s] |= 1L << k & ~outside[s];
        open.set(place[s]);
      }
    }
    for (int p = open.nextSetBit(0); p >= 0; ) {
      open.clear(p);
      int next = p + 1;
      for (int s : blocks.get(order[p]).successors()) {
        long reached = of[s] | of[order[p]] & ~outside[s];
        if (reached != of[s]) {
          of[s] = reached;
          open.set(place[s]);
          next = Math.min(next, place[s]);
        }
      }
      p = open.nextSetBit(next);
    }
    return of;
  }
}
