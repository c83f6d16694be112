// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.ReconvergencePoints;
import java.util.ArrayDeque;
import java.util.Arrays;
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

  /** Returns the number of branches between whose sides a block is. */
  private static int[] pushes(List<Block> blocks) {
    ReconvergencePoints points = new ReconvergencePoints(blocks);
    int[] pushes = new int[blocks.size()];
    int[] end = new int[blocks.size()]; // position at which the innermost branch around it ends
    Arrays.fill(end, ReconvergencePoints.NEVER);
    for (int p = 0; p < points.positions(); p++) {
      Block block = blocks.get(points.block(p));
      if (p != points.position(block.id())
          || block.last().op() != Op.BRANCH
          || leavesLoop(blocks, block)) {
        continue;
      }
      int meet = Math.min(points.meet(block.id()), end[block.id()]);
      BitSet between = between(blocks, block, meet, points);
      for (int b = between.nextSetBit(0); b >= 0; b = between.nextSetBit(b + 1)) {
        pushes[b]++;
        end[b] = Math.min(end[b], meet);
      }
    }
    return pushes;
  }

  /** Returns the blocks that lanes reach from a branch before the position at which it ends. */
  private static BitSet between(
      List<Block> blocks, Block branch, int end, ReconvergencePoints points) {
    BitSet between = new BitSet();
    ArrayDeque<Block> open = new ArrayDeque<>(List.of(branch));
    while (!open.isEmpty()) {
      Block from = open.pop();
      for (int to : from.successors()) {
        if (to != branch.id() && !between.get(to) && points.position(from.id(), to) < end) {
          between.set(to);
          open.push(blocks.get(to));
        }
      }
    }
    return between;
  }
}
