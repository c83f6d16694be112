// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.control;

import io.lockstep.execute.lane.Step;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.MemoryFence;

/** A barrier at the end of a block, with its numbers, participants and reduction. */
public final class BarrierPoint {
  final Block block;

  final Variant.Barrier kind;

  /** Barrier number by work-item. */
  public final int[] ids;

  /** The memory whose accesses the barrier orders. */
  final MemoryFence fence;

  /** Number of participants that each work-item names; null for the whole group. */
  final int[] counts;

  /** Input of each work-item to a reduction, or null. */
  final int[] predicate;

  /** Receives the result of the reduction, or null. */
  int[] result;

  /** Steps that move the reduction's result into its register. */
  Step[] after = {};

  /** Whether all work-items wait at the same barrier, which is for the whole group. */
  public final boolean plain;

  BarrierPoint(Block block, int[] ids, boolean oneId, int[] counts, int[] predicate) {
    this.block = block;
    this.kind = (Variant.Barrier) block.last().variant();
    this.fence = block.last().fence();
    this.ids = ids;
    this.counts = counts;
    this.predicate = predicate;
    boolean waits = kind == Variant.Barrier.WAIT || kind == Variant.Barrier.LAUNCH;
    this.plain = waits && oneId && counts == null;
  }
}
