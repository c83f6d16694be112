// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.machine;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.sm.code.ControlBits;
import java.util.List;
import java.util.function.ToIntFunction;

/** What lets an instruction wait for its operands. */
interface Guards {
  /** Receives the instructions in order. */
  interface Out {
    /**
     * @param needed entries of the scoreboard for which it waits
     */
    void row(Instruction i, ControlBits bits, List<Integer> needed);
  }

  /**
   * Guards the instructions of a block.
   *
   * @param latency clocks until the result of an instruction; 0 if a counter has to tell
   */
  void block(List<Instruction> all, ToIntFunction<Instruction> latency, Out out);
}
