// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.control;

import io.lockstep.execute.access.BarrierStep;
import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.LinearRegister;
import io.lockstep.execute.lane.Step;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Variant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** A block compiled for execution. */
public final class CompiledBlock {
  public final int id;
  public final Block block;
  public Step[] steps;

  /** Number of instructions per execution and work-item. */
  public final int instructions;

  public final int[] successors;
  final int outcomeBits;

  /** Whether work-items end with the block, regularly or by an error. */
  public boolean exits;

  /** Whether no path leads from the block to an end of the kernel. */
  public boolean endless;

  /** Whether the block ends the kernel by a trap. */
  public final boolean traps;

  /** The barrier at the end of the block, or null. */
  public BarrierPoint barrier;

  /** The test of barriers in local memory with which the block begins, or null. */
  private BarrierStep test;

  private Step[] testOperands;

  /** Index of the successor by work-item; null if there is at most one successor. */
  public int[] selector;

  /**
   * Whether the selector is a predicate. The selector of a switch may hold any number, even with
   * two successors.
   */
  final boolean predicated;

  /** The selector of a branch if it may be uniform, otherwise null. */
  LinearRegister predicate;

  /** 1 to invert the selector of a branch, otherwise 0. */
  int invert;

  /** Whether the block may change device memory on which groups wait. */
  public final boolean mayChange;

  CompiledBlock(Block block) {
    this.id = block.id();
    this.block = block;
    this.instructions = block.instructions().size();
    this.successors = block.successors().stream().mapToInt(Integer::intValue).toArray();
    this.outcomeBits = block.outcomeBits();
    this.predicated = block.last().op() == Op.BRANCH;
    this.mayChange =
        block.instructions().stream().anyMatch(i -> i.op() == Op.STORE || i.op() == Op.ATOMIC);
    this.exits = successors.length == 0 || block.last().op() == Op.EXIT;
    this.traps = block.last().is(Variant.Exit.TRAP);
  }

  /** Marks the blocks from which no path leads to an end of the kernel; they end it by an error. */
  public static void markEndless(CompiledBlock... blocks) {
    BitSet ending = new BitSet();
    int before = -1;
    while (ending.cardinality() > before) {
      before = ending.cardinality();
      for (int b = blocks.length - 1; b >= 0; b--) {
        if (blocks[b].exits || Arrays.stream(blocks[b].successors).anyMatch(ending::get)) {
          ending.set(b);
        }
      }
    }
    for (CompiledBlock block : blocks) {
      block.endless = !ending.get(block.id);
      block.exits |= block.endless;
    }
  }

  /** Sets the steps of the block's first instruction, an operation on barriers. */
  void test(Instruction in, List<Step> of) {
    int at = 0;
    while (at < of.size() && !(of.get(at) instanceof BarrierStep)) {
      at++;
    }
    if (in.atomic() == AtomicOp.BARRIER_TEST && in.guard() < 0 && at < of.size()) {
      test = (BarrierStep) of.get(at);
      testOperands = of.stream().limit(at).toArray(Step[]::new);
    }
  }

  /** Returns whether the block begins with a test of barriers. */
  boolean tests() {
    return test != null;
  }

  /** Returns whether work-items had better wait before the block, since its test would fail. */
  boolean isBlocked(ActiveLanes lanes) {
    if (test == null) {
      return false;
    }
    for (Step step : testOperands) {
      step.run(lanes);
    }
    return !test.passes(lanes);
  }
}
