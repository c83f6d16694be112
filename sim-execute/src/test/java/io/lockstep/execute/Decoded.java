// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;

/** Reads a record back the way a device does, one work-item at a time. */
final class Decoded {
  private Decoded() {}

  static ReferenceInterpreter.Trace workItem(
      Kernel kernel, Geometry geometry, WorkGroupRecord record, int item) {
    ReferenceInterpreter.Trace trace = new ReferenceInterpreter.Trace(kernel.memorySlots());
    for (Segment segment : record.segments()) {
      int path = segment.pathOf(item);
      if (path < 0) {
        continue;
      }
      int[] occurrence = new int[kernel.memorySlots()];
      int block = segment.firstBlock(path);
      int bit = segment.firstOutcome(path);
      for (int n = 0; n < segment.blockCount(path); n++) {
        trace.blocks.add(block);
        Block b = kernel.blocks().get(block);
        for (Instruction in : b.instructions()) {
          if (in.isRecorded()) {
            int slot = in.memory().slot();
            int k = occurrence[slot]++;
            int run = segment.run(slot, k, -1);
            trace
                .addresses
                .get(slot)
                .add(segment.address(run, k, item, geometry.sizeX(), geometry.sizeY()));
          }
        }
        int bits = b.outcomeBits();
        int outcome = bits == 0 ? 0 : segment.outcome(bit, bits);
        bit += bits;
        if (!b.successors().isEmpty()) {
          block = b.successors().get(outcome);
        }
      }
      if (bit != segment.endOutcome(path)) {
        throw new IllegalStateException("outcomes left over");
      }
    }
    return trace;
  }
}
