package io.lockstep.execute;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Op;

/** A block ready to execute: its steps and how it ends. */
final class CompiledBlock {
  final int id;
  final Block block;
  Step[] steps;

  /** Instructions that one execution counts for a work-item. */
  final int instructions;

  final int[] successors;
  final int postDominator;
  final int outcomeBits;
  final boolean exits;

  /** How it waits for others, or null. */
  BarrierPoint barrier;

  /** Per work-item the number of the successor, or null if there is one at most. */
  int[] selector;

  /** Whether the selector is a predicate; a switch may hold any number, even with two ways. */
  final boolean predicated;

  /** Turns the selector of a branch over. */
  int invert;

  /** Whether it may change device memory that groups wait on. */
  final boolean mayChange;

  /** Position in a reverse post-order of the blocks: of several sets, the earliest goes first. */
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
