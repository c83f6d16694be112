package io.lockstep.device.g80.multiprocessor;

import io.lockstep.parts.unit.MemoryUnit;

/**
 * Where the results of memory instructions go: registers that are ready at a tick that is known, or
 * wait for a load.
 *
 * @param scoreboard when registers are ready
 * @param loads under way
 * @param warps where they stand
 */
record Registers(Scoreboard scoreboard, LoadTable loads, WarpTable warps) {
  /**
   * The results of an instruction come.
   *
   * @param unit number of the memory unit
   * @param row of the code
   * @param at tick of the data, or {@link MemoryUnit#PENDING} where that will be told
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
