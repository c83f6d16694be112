// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Op;

/** A block ready to execute. */
final class CompiledBlock {
  final int id;
  final Block block;
  Step[] steps;

  /** Instructions per execution and work-item. */
  final int instructions;

  final int[] successors;
  final int postDominator;
  final int outcomeBits;
  final boolean exits;

  /** The barrier at the end of the block, or null. */
  BarrierPoint barrier;

  /** Index of the successor by work-item; null if there is at most one successor. */
  int[] selector;

  /**
   * Whether the selector is a predicate; that of a switch may hold any number, even with two
   * successors.
   */
  final boolean predicated;

  /** 1 to invert the selector of a branch. */
  int invert;

  /** Whether the block may change device memory on which groups wait. */
  final boolean mayChange;

  /**
   * Position in a reverse post-order of the blocks; of several fragments, the one with the lowest
   * rank runs first.
   */
  int rank;

  CompiledBlock(Block block) {
    this.id = block.id();
    this.block = block;
    this.instructions = block.instructions().size();
    this.successors = block.successors().stream().mapToInt(Integer::intValue).toArray();
    this.postDominator = block.postDominator();
    this.outcomeBits = block.outcomeBits();
    this.predicated = block.last().op() == Op.BRANCH;
    this.mayChange =
        block.instructions().stream().anyMatch(i -> i.op() == Op.STORE || i.op() == Op.ATOMIC);
    this.exits = successors.length == 0 || block.last().op() == Op.EXIT;
  }
}
