// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import io.lockstep.execute.ReferenceInterpreter;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.Arrays;

/** Reads a record back the way a device does, one work-item at a time. */
public final class Decoded {
  private Decoded() {}

  public static ReferenceInterpreter.Trace workItem(
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

  /** All that a record contains, as text. */
  public static String text(WorkGroupRecord record) {
    StringBuilder text = new StringBuilder();
    for (Segment segment : record.segments()) {
      for (int item = 0; item < segment.workItems(); item++) {
        text.append(segment.pathOf(item)).append(' ');
      }
      for (int path = 0; path < segment.paths(); path++) {
        text.append(
            "\npath %s %s %s"
                .formatted(
                    segment.firstBlock(path), segment.blockCount(path), segment.endOutcome(path)));
      }
      text.append("\noutcomes ").append(Arrays.toString(segment.outcomes()));
      for (int slot = 0; slot < segment.slots(); slot++) {
        text.append("\nslot ").append(segment.firstRun(slot));
      }
      for (int run = 0; run < segment.runs(); run++) {
        text.append(
            "\nrun %s %s %s %s, step %s, strides %s %s %s, pool from %s at %s"
                .formatted(
                    segment.runFirst(run),
                    segment.runCount(run),
                    segment.kind(run),
                    segment.base(run, segment.runFirst(run)),
                    segment.step(run),
                    segment.stride(run, 0),
                    segment.stride(run, 1),
                    segment.stride(run, 2),
                    segment.low(run),
                    segment.poolStart(run)));
      }
      text.append("\npools ").append(Arrays.toString(segment.pool()));
      text.append(Arrays.toString(segment.widePool())).append('\n');
    }
    return text.toString();
  }
}
