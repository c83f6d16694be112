// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.control;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import java.util.Arrays;

/**
 * Resolves branch targets: a block that consists of a jump needs no instruction if all its
 * predecessors branch, since they can branch to its target directly.
 */
public final class DirectBranches {
  private final Kernel kernel;
  private final BlockLayout layout;
  private final boolean[] empty;

  /**
   * Finds the blocks without instructions.
   *
   * @param kernel the kernel
   * @param layout order of its blocks
   * @param direct whether jumps are followed; otherwise no block is without instructions
   */
  public DirectBranches(Kernel kernel, BlockLayout layout, boolean direct) {
    this.kernel = kernel;
    this.layout = layout;
    empty = new boolean[kernel.blocks().size()];
    Arrays.fill(empty, direct);
    for (Block block : kernel.blocks()) {
      boolean jump =
          block.instructions().size() == 1
              && block.last().op() == Op.JUMP
              && block.successors().size() == 1
              && block.successors().get(0) != block.id();
      empty[block.id()] &= jump;
      Op last = block.last().op();
      if (last != Op.JUMP && last != Op.BRANCH && last != Op.SWITCH) {
        block.successors().forEach(s -> empty[s] = false);
      }
    }
    empty[0] = false;
  }

  /**
   * {@return whether a block has no instruction}
   *
   * @param block number of a block
   */
  public boolean isEmpty(int block) {
    return empty[block];
  }

  /**
   * {@return the block at which control arrives that is transferred to a block}
   *
   * @param block number of a block
   */
  public int target(int block) {
    int at = block;
    for (int k = 0; empty[at] && k < empty.length; k++) {
      at = kernel.blocks().get(at).successors().get(0);
    }
    return at;
  }

  /**
   * {@return whether control reaches a block from another without a branch}
   *
   * @param block number of the block that comes first
   * @param target number of the other block
   */
  public boolean follows(int block, int target) {
    int place = layout.of(block) + 1;
    int end = layout.of(target);
    while (place < end && empty[layout.at(place)]) {
      place++;
    }
    return place == end;
  }
}
