// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.ReconvergencePoints;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

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

  /** Returns the number of branches that dominate a block and end behind it. */
  private static int[] pushes(List<Block> blocks) {
    ReconvergencePoints points = new ReconvergencePoints(blocks);
    int[] pushes = new int[blocks.size()];
    List<NavigableMap<Integer, Integer>> around = new ArrayList<>(); // branches by where they end
    blocks.forEach(b -> around.add(null));
    for (int p = 0; p < points.positions(); p++) {
      Block block = blocks.get(points.block(p));
      if (p != points.position(block.id())) {
        continue;
      }
      NavigableMap<Integer, Integer> ends = new TreeMap<>();
      int dominator = points.dominator(block.id());
      if (dominator >= 0 && around.get(dominator) != null) {
        ends.putAll(around.get(dominator).tailMap(p, false));
      }
      ends.values().forEach(branches -> pushes[block.id()] += branches);
      if (block.last().op() == Op.BRANCH && !leavesLoop(blocks, block)) {
        int innermost = ends.isEmpty() ? ReconvergencePoints.NEVER : ends.firstKey();
        ends.merge(Math.min(points.meet(block.id()), innermost), 1, Integer::sum);
      }
      around.set(block.id(), ends);
    }
    return pushes;
  }
}
