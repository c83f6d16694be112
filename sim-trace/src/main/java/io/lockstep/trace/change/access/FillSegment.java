// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.access;

import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;

/**
 * The first segment of a work-group that moves elements between global and local memory, through
 * the blocks of {@link FillBlocks}: consecutive work-items access consecutive elements.
 */
final class FillSegment {
  private final long[] elements;
  private final Geometry geometry;
  private final ChangedKernel kernel;
  private final int items;
  private final int rounds; // iterations of the first work-items
  private final int longer; // number of these work-items; the others execute one iteration fewer

  /** Creates a segment for elements at ascending addresses, which may be none. */
  FillSegment(long[] elements, Geometry geometry, ChangedKernel kernel) {
    this.elements = elements;
    this.geometry = geometry;
    this.kernel = kernel;
    items = geometry.groupSize();
    int round = items * kernel.fills;
    rounds = (elements.length + round - 1) / round;
    longer = Math.min(items, elements.length - (rounds - 1) * round);
  }

  Segment make(RunWriter runs, int dynamicBytes) {
    runs.begin();
    for (int s = 0; s < kernel.changed.memorySlots(); s++) {
      runs.slot();
      if (s < kernel.fills) {
        accesses(runs, s);
      } else if (s < kernel.newSlots() && rounds > 0) {
        int bytes = kernel.filling.memory().bytes();
        int row = bytes * geometry.sizeX();
        runs.affine(rounds, kernel.freeLocal(dynamicBytes), bytes, row, row * geometry.sizeY());
      }
    }
    return runs.segment(items, rounds == 0 ? items : longer, rounds);
  }

  private void accesses(RunWriter runs, int slot) {
    long[] addresses = new long[items];
    boolean[] active = new boolean[items];
    for (int round = 0; round < rounds; round++) {
      int from = (round * kernel.fills + slot) * items;
      for (int i = 0; i < items; i++) {
        active[i] = round < rounds - 1 || i < longer;
        addresses[i] = elements[Math.min(from + i, elements.length - 1)];
      }
      runs.add(round, addresses, active);
    }
  }
}
