// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.parts.unit.MemoryUnit;

/** Sets the ticks at which result registers of memory instructions are ready. */
record Registers(Scoreboard scoreboard, LoadTable loads, WarpTable warps) {
  /**
   * @param unit index of the memory unit
   * @param row row of the code
   * @param at tick of the data, or {@link MemoryUnit#PENDING} if a callback reports it
   */
  void answer(int unit, int warp, int row, int token, long at) {
    if (at == MemoryUnit.PENDING) {
      loads.put(unit, token, row, warps.generation[warp]);
      scoreboard.setPending(warp, row, loads.number(unit, token));
    } else {
      scoreboard.set(warp, row, at);
    }
  }
}
