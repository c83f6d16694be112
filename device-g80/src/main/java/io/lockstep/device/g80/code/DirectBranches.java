// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import java.util.Arrays;

/**
 * Resolves branch targets: a block that consists of a jump needs no instruction if all its
 * predecessors branch, since they can branch to its target directly.
 */
final class DirectBranches {
  private final Kernel kernel;
  private final BlockLayout layout;
  private final boolean[] empty;

  /**
   * @param direct whether jumps are followed; otherwise no block is without instructions
   */
  DirectBranches(Kernel kernel, BlockLayout layout, boolean direct) {
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

  boolean isEmpty(int block) {
    return empty[block];
  }

  int target(int block) {
    int at = block;
    for (int k = 0; empty[at] && k < empty.length; k++) {
      at = kernel.blocks().get(at).successors().get(0);
    }
    return at;
  }

  /** Whether control reaches a block from another without a branch. */
  boolean follows(int block, int target) {
    int place = layout.of(block) + 1;
    int end = layout.of(target);
    while (place < end && empty[layout.at(place)]) {
      place++;
    }
    return place == end;
  }
}
