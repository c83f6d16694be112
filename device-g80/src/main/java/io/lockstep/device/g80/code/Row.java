// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.lower.register.SpillSlot;
import java.util.List;

/**
 * A row of {@link WarpCode}.
 *
 * @param from instructions of the portable kernel that it implements
 * @param sources scoreboard registers that it reads
 * @param destinations scoreboard registers that it writes
 */
record Row(
    List<Instruction> from,
    Pipe pipe,
    Cost cost,
    Access access,
    List<Integer> sources,
    List<Integer> destinations) {

  /**
   * @param instructions warp instructions; 0 for a copy that the register allocator removed
   * @param interval clocks for which the row occupies its pipe
   * @param latency clocks until a dependent row may issue; 0 if memory determines them
   */
  record Cost(int instructions, int interval, int latency) {
    static final Cost NONE = new Cost(0, 0, 0);
  }

  /**
   * @param kind as in {@link WarpCode#access}
   * @param slot recorded memory slot, or -1
   * @param spill location of the spilled value that the row moves, or null
   */
  record Access(byte kind, int slot, SpillSlot spill) {
    static final Access NONE = new Access(WarpCode.NONE, -1, null);

    static Access of(byte kind, Instruction i) {
      boolean recorded = kind != WarpCode.NONE && i.isRecorded();
      return new Access(kind, recorded ? i.memory().slot() : -1, null);
    }
  }

  /** Whether memory determines when the results are ready. */
  boolean isOpen() {
    return access.kind != WarpCode.NONE && cost.latency == 0 && !destinations.isEmpty();
  }
}
