// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import io.lockstep.execute.fault.KernelFault;
import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Instruction;
import java.util.function.IntConsumer;

/** Finds the wavefronts that execute an instruction; it is a fault if lanes of one are missing. */
final class WholeWavefronts {
  private final MachineState state;
  private final Instruction instruction;
  private final String what; // the instruction's kind, with its article
  private final int lanes;

  /**
   * @param lanes lanes of a wavefront
   */
  WholeWavefronts(Instruction instruction, MachineState state, int lanes) {
    this.instruction = instruction;
    this.state = state;
    this.lanes = lanes;
    what =
        switch (instruction.op()) {
          case MATRIX -> "a matrix instruction";
          case TRANSPOSE -> "a transposition";
          default -> "an access to matrices";
        };
  }

  /**
   * Calls an action with the first lane of each wavefront that has active lanes, in order.
   *
   * @throws KernelFault at a wavefront of which only some lanes are active
   */
  void each(ActiveLanes active, IntConsumer action) {
    long all = -1L >>> Long.SIZE - lanes;
    for (int first = 0; first / Long.SIZE < active.mask.length; first += lanes) {
      long mask = active.mask[first / Long.SIZE] >>> first % Long.SIZE & all;
      if (mask == all) {
        action.accept(first);
      } else if (mask != 0) {
        throw fault(
            first + Long.numberOfTrailingZeros(mask),
            "%s is executed by %s of the wavefront's %s lanes, expected all"
                .formatted(what, Long.bitCount(mask), lanes));
      }
    }
  }

  /** Returns a fault of the instruction in a lane. */
  KernelFault fault(int lane, String message) {
    state.instruction = instruction;
    state.lane = lane;
    return new KernelFault(message);
  }
}
