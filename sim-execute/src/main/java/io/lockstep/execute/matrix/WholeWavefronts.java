// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import io.lockstep.execute.fault.KernelFault;
import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Instruction;

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
   * Returns the first lane of the first wavefront with active lanes that does not begin before a
   * lane; -1 if there is none.
   *
   * @throws KernelFault if only some of the wavefront's lanes are active
   */
  int next(ActiveLanes active, int from) {
    long all = -1L >>> Long.SIZE - lanes;
    for (int first = (from + lanes - 1) / lanes * lanes;
        first / Long.SIZE < active.mask.length;
        first += lanes) {
      long mask = active.mask[first / Long.SIZE] >>> first % Long.SIZE & all;
      if (mask == all) {
        return first;
      }
      if (mask != 0) {
        throw fault(
            first + Long.numberOfTrailingZeros(mask),
            "%s is executed by %s of the wavefront's %s lanes, expected all"
                .formatted(what, Long.bitCount(mask), lanes));
      }
    }
    return -1;
  }

  /** Returns a fault of the instruction in a lane. */
  KernelFault fault(int lane, String message) {
    state.instruction = instruction;
    state.lane = lane;
    return new KernelFault(message);
  }
}
