package io.lockstep.trace.change;

import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import java.util.Arrays;

/**
 * The first segment of a work-group that loads elements into local memory, through the blocks of
 * {@link FillBlocks}: consecutive work-items load consecutive elements.
 */
final class FillSegment {
  private final long[] elements;
  private final Geometry geometry;
  private final ChangedKernel kernel;

  /**
   * @param elements addresses in ascending order; none if the group loads nothing
   */
  FillSegment(long[] elements, Geometry geometry, ChangedKernel kernel) {
    this.elements = elements;
    this.geometry = geometry;
    this.kernel = kernel;
  }

  Segment make(RunWriter runs, int dynamicBytes) {
    int items = geometry.groupSize();
    int rounds = (elements.length + items * kernel.fills - 1) / (items * kernel.fills);
    runs.begin();
    for (int s = 0; s < kernel.changed.memorySlots(); s++) {
      runs.slot();
      if (s < kernel.fills) {
        loads(runs, rounds, s, items);
      } else if (s < kernel.newSlots() && rounds > 0) {
        int bytes = kernel.filling.memory().bytes();
        int row = bytes * geometry.sizeX();
        runs.affine(rounds, kernel.freeLocal(dynamicBytes), bytes, row, row * geometry.sizeY());
      }
    }
    // Taken branches: past the loop if it is empty; back after each round but the last.
    int bits = 1 + rounds;
    long[] outcomes = new long[(bits + 63) / 64];
    if (rounds == 0) {
      outcomes[0] = 1;
    }
    for (int bit = 1; bit < rounds; bit++) {
      outcomes[bit >> 6] |= 1L << bit;
    }
    return runs.segment(items, 2 + rounds, bits, outcomes);
  }

  private void loads(RunWriter runs, int rounds, int load, int items) {
    long[] addresses = new long[items];
    boolean[] all = new boolean[items];
    Arrays.fill(all, true);
    for (int round = 0; round < rounds; round++) {
      int from = (round * kernel.fills + load) * items;
      for (int i = 0; i < items; i++) {
        addresses[i] = elements[Math.min(from + i, elements.length - 1)];
      }
      runs.add(round, addresses, all);
    }
  }
}
