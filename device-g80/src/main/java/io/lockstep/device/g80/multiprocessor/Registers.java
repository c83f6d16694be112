package io.lockstep.device.g80.multiprocessor;

import io.lockstep.parts.unit.MemoryUnit;

/** Sets the ready time of memory instructions' result registers. */
record Registers(Scoreboard scoreboard, LoadTable loads, WarpTable warps) {
  /** {@code at}: when the data arrives, or {@link MemoryUnit#PENDING}. */
  void answer(int unit, int warp, int row, int token, long at) {
    if (at == MemoryUnit.PENDING) {
      loads.put(unit, token, row, warps.generation[warp]);
      scoreboard.setPending(warp, row, loads.number(unit, token));
    } else {
      scoreboard.set(warp, row, at);
    }
  }
}
