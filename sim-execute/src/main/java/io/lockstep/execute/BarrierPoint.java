package io.lockstep.execute;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.MemoryFence;
import io.lockstep.kernel.ir.Variant;

/** A barrier at the end of a block: which one, for how many, and what it reduces. */
final class BarrierPoint {
  /** At whose end it stands. */
  final Block block;

  final Variant.Barrier kind;

  /** Number of the barrier of each work-item. */
  final int[] ids;

  /** The memory that it orders. */
  final MemoryFence fence;

  /** How many work-items it is for; null for the whole group. */
  final int[] counts;

  /** What each work-item brings to a reduction, or null. */
  final int[] predicate;

  /** Where its result goes, or null. */
  int[] result;

  /** Brings the result into its register. */
  Step[] after = {};

  /** Whether all work-items wait at one barrier for the whole group. */
  final boolean plain;

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
