// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import java.util.Arrays;
import java.util.function.IntPredicate;

/** The warps of each sub-partition, the oldest first. A warp's slot selects its sub-partition. */
final class WarpOrder {
  static final int NONE = -1;

  final int partitions;
  private final int perPartition;
  final int[] order;
  final int[] count;

  /** By sub-partition: the warps that have started; the others of a block have a slot already. */
  private final int[] started;

  /** By sub-partition: the warp of its last issue, or {@link #NONE}. */
  final int[] last;

  WarpOrder(int warps, int partitions) {
    this.partitions = partitions;
    perPartition = warps / partitions;
    order = new int[warps];
    count = new int[partitions];
    started = new int[partitions];
    last = new int[partitions];
    Arrays.fill(last, NONE);
  }

  int partition(int warp) {
    return warp % partitions;
  }

  int first(int partition) {
    return partition * perPartition;
  }

  /** Returns a free slot of the sub-partition with the fewest warps, and takes it. */
  int place(IntPredicate isFree) {
    int best = 0;
    for (int p = 1; p < partitions; p++) {
      best = count[p] < count[best] ? p : best;
    }
    int warp = best;
    while (!isFree.test(warp)) {
      warp += partitions;
    }
    order[first(best) + count[best]++] = warp;
    return warp;
  }

  /** Starts a placed warp; returns whether its sub-partition had none before. */
  boolean isFirst(int warp) {
    return started[partition(warp)]++ == 0;
  }

  void remove(int warp) {
    int p = partition(warp);
    started[p]--;
    int from = first(p);
    int i = from;
    while (order[i] != warp) {
      i++;
    }
    count[p]--;
    System.arraycopy(order, i + 1, order, i, from + count[p] - i);
    last[p] = last[p] == warp ? NONE : last[p];
  }
}
