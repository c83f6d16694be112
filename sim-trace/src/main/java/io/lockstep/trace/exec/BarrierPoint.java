package io.lockstep.trace.exec;

import io.lockstep.trace.ir.Block;

/** A barrier at the end of a block: which one, for how many, and what it reduces. */
final class BarrierPoint {
  static final int WAIT = 0;
  static final int ARRIVE = 1;
  static final int COUNT_TRUE = 2;
  static final int ALL_TRUE = 3;

  /** At whose end it stands. */
  final Block block;

  final int mode;

  /** Number of the barrier of each work-item. */
  final int[] ids;

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

  BarrierPoint(Block block, int mode, int[] ids, boolean oneId, int[] counts, int[] predicate) {
    this.block = block;
    this.mode = mode;
    this.ids = ids;
    this.counts = counts;
    this.predicate = predicate;
    this.plain = mode == WAIT && oneId && counts == null;
  }
}
