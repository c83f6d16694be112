package io.lockstep.terascale.clause;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Entries of the control-flow stack that a wavefront of a kernel may need.
 *
 * <p>A loop takes one entry; a branch pushes a sub-entry, four of which make an entry, and the
 * first push takes one more on Evergreen and two more on R700. A branch that leaves a loop breaks
 * out of it and pushes nothing.
 *
 * <p>Source: LLVM R600 backend (R600ControlFlowFinalizer, {@code CFStack}).
 *
 * <p>Immutable; thread-safe.
 */
public final class StackEntries {
  private static final int SUB_ENTRIES = 4;
  private final int entries;

  /**
   * Counts the entries of a kernel.
   *
   * @param kernel whose branches and loops are counted
   * @param firstPush sub-entries that the first push takes in all
   */
  public StackEntries(Kernel kernel, int firstPush) {
    List<Block> blocks = kernel.blocks();
    int[] pushes = new int[blocks.size()];
    for (Block block : blocks) {
      if (block.last().op() == Op.BRANCH && !leavesLoop(blocks, block)) {
        for (int b : region(blocks, block)) {
          pushes[b]++;
        }
      }
    }
    int most = 0;
    for (Block block : blocks) {
      int p = pushes[block.id()];
      int subEntries = p == 0 ? 0 : firstPush + p - 1;
      int forPushes = (subEntries + SUB_ENTRIES - 1) / SUB_ENTRIES;
      most = Math.max(most, block.loopDepth() + forPushes);
    }
    entries = most;
  }

  /** {@return entries a wavefront} */
  public int entries() {
    return entries;
  }

  /**
   * {@return whether a branch's sides lie in different loops, or it closes its own}
   *
   * @param blocks of the kernel, by their numbers
   * @param block one that ends in a branch
   */
  public static boolean leavesLoop(List<Block> blocks, Block block) {
    for (int s : block.successors()) {
      Block next = blocks.get(s);
      if (next.loopDepth() < block.loopDepth()) {
        return true;
      }
    }
    return false;
  }

  /** Blocks between a branch and its immediate post-dominator. */
  private static List<Integer> region(List<Block> blocks, Block branch) {
    boolean[] seen = new boolean[blocks.size()];
    List<Integer> found = new ArrayList<>();
    ArrayDeque<Integer> work = new ArrayDeque<>(branch.successors());
    while (!work.isEmpty()) {
      int b = work.pop();
      if (b == branch.postDominator() || b == branch.id() || seen[b]) {
        continue;
      }
      seen[b] = true;
      found.add(b);
      work.addAll(blocks.get(b).successors());
    }
    return found;
  }
}
