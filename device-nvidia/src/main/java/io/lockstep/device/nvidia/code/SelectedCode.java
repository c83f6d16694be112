// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.control.BlockLayout;
import io.lockstep.lower.control.PredicatedIfs;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Instructions before their registers are allocated.
 *
 * @param blocks by block of the kernel
 * @param meets blocks at whose start lanes wait for others
 * @param ifs branches whose side is predicated
 * @param cold number of instructions of slow paths
 * @param spills what has no register of its kind
 */
record SelectedCode(
    Kernel kernel,
    List<List<SassOp>> blocks,
    VirtualRegisters registers,
    BlockLayout layout,
    BitSet meets,
    PredicatedIfs ifs,
    int cold,
    Spills spills) {
  /** Successors of each block; a predicated side follows whether or not a lane takes it. */
  List<List<Integer>> successors() {
    List<List<Integer>> after = new ArrayList<>();
    kernel.blocks().forEach(b -> after.add(b.successors()));
    for (Block b : kernel.blocks()) {
      int side = ifs.side(b.id());
      if (side >= 0) {
        after.set(b.id(), List.of(side));
        if (ifs.other(side) >= 0) {
          after.set(side, List.of(ifs.other(side)));
        } else if (ifs.leaves(side)) {
          int join = kernel.blocks().get(side).successors().get(0);
          after.set(side, List.of(b.successors().get(1), join));
        }
      }
    }
    return after;
  }
}
