// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.access;

import io.lockstep.kernel.ir.Block;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import java.util.List;

/** Reads the executions of memory slots in a segment: the active work-items and their addresses. */
final class SlotAccesses {
  /** Addresses of the execution that was read last, by work-item. */
  final long[] addresses;

  /** Whether a work-item takes part in the execution that was read last, by work-item. */
  final boolean[] active;

  private final ChangedKernel kernel;
  private final Geometry geometry;
  private Segment segment;
  private int[] visits = new int[0]; // by path and block
  private int blocks;
  private int hint;

  SlotAccesses(ChangedKernel kernel, Geometry geometry) {
    this.kernel = kernel;
    this.geometry = geometry;
    addresses = new long[geometry.groupSize()];
    active = new boolean[geometry.groupSize()];
  }

  void open(Segment next) {
    segment = next;
    hint = -1;
    List<Block> code = kernel.original.blocks();
    blocks = code.size();
    visits = new int[next.paths() * blocks];
    for (int p = 0; p < next.paths(); p++) {
      int at = next.firstBlock(p);
      int bit = next.firstOutcome(p);
      for (int n = next.blockCount(p); n > 0; n--) {
        visits[p * blocks + at]++;
        Block block = code.get(at);
        int bits = block.outcomeBits();
        if (n > 1) {
          at = block.successors().get(bits == 0 ? 0 : next.outcome(bit, bits));
        }
        bit += bits;
      }
    }
  }

  int end() {
    return active.length;
  }

  /** Reads the n-th execution of a slot; returns false if no work-item has an n-th one. */
  boolean read(int slot, int n) {
    int block = kernel.slots.get(slot).block();
    boolean any = false;
    for (int i = 0; i < active.length; i++) {
      int path = segment.pathOf(i);
      active[i] = path >= 0 && visits[path * blocks + block] > n;
      any |= active[i];
    }
    if (!any) {
      return false;
    }
    hint = segment.run(slot, n, hint);
    for (int i = 0; i < active.length; i++) {
      if (active[i]) {
        addresses[i] = segment.address(hint, n, i, geometry.sizeX(), geometry.sizeY());
      }
    }
    return true;
  }
}
