// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import java.util.BitSet;

/** An outermost loop: a strongly connected component that is entered only by its header. */
record Rounds(BitSet blocks, int header) {
  /** Returns the outermost loop around a block; null if there is none or it has several entries. */
  static Rounds around(Kernel kernel, int block) {
    BitSet from = reached(kernel, block);
    BitSet blocks = new BitSet();
    for (int b = from.nextSetBit(0); b >= 0; b = from.nextSetBit(b + 1)) {
      if (reached(kernel, b).get(block)) {
        blocks.set(b);
      }
    }
    if (blocks.isEmpty()) {
      return null;
    }
    BitSet entries = new BitSet();
    for (Block b : kernel.blocks()) {
      if (!blocks.get(b.id())) {
        b.successors().stream().filter(blocks::get).forEach(entries::set);
      }
    }
    return entries.cardinality() == 1 ? new Rounds(blocks, entries.nextSetBit(0)) : null;
  }

  /** Returns the blocks that are reachable from a block in at least one step. */
  private static BitSet reached(Kernel kernel, int block) {
    BitSet seen = new BitSet();
    BitSet work = new BitSet();
    kernel.blocks().get(block).successors().forEach(work::set);
    while (!work.isEmpty()) {
      int b = work.nextSetBit(0);
      work.clear(b);
      if (!seen.get(b)) {
        seen.set(b);
        kernel.blocks().get(b).successors().stream().filter(s -> !seen.get(s)).forEach(work::set);
      }
    }
    return seen;
  }

  /** Returns whether the last visit of the header leaves the loop. */
  boolean endsAtHeader(Kernel kernel) {
    Block block = kernel.blocks().get(header);
    return block.successors().stream().anyMatch(s -> !blocks.get(s))
        && !block.successors().contains(header);
  }
}
