// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.poll;

import io.lockstep.execute.slice.AddressOrigins;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Operand;

/** Finds the buffers that polls read. */
public final class PollOrigins {
  private PollOrigins() {}

  /** Tracks changes of all buffers that polls of a launch may read. */
  public static void track(
      Kernel kernel, PollTracker tracker, MachineState state, int[] variableBuffers) {
    AddressOrigins origins = new AddressOrigins(kernel);
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.isRecorded() && tracker.loops.isPoll(i.memory().slot())) {
          Operand address = i.sources().get(0);
          if (origins.isLoaded(address)) {
            tracker.words.trackAll();
          }
          origins.buffers(address, state, variableBuffers).stream().forEach(tracker.words::track);
        }
      }
    }
  }
}
