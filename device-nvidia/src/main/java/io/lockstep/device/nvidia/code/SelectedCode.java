// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.control.BlockLayout;
import io.lockstep.lower.control.PredicatedIfs;
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
    return kernel.blocks().stream()
        .map(b -> ifs.side(b.id()) < 0 ? b.successors() : List.of(ifs.side(b.id())))
        .toList();
  }
}
