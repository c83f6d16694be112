// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.access;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.shadow.AccessChecks;
import io.lockstep.execute.shadow.AccessFindings;
import io.lockstep.execute.shadow.ShadowCells;
import io.lockstep.execute.state.MachineState;
import io.lockstep.execute.state.MemoryWindow;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;

/**
 * Reports a memory operation to the checks. The report precedes the operation, because a load may
 * overwrite its own address; for a compare-and-swap it follows, when it is known whether it stored.
 */
final class CheckStep implements Step {
  private final AccessChecks checks;
  private final MachineState state;
  private final MemoryWindow window;
  private final long[] addresses;
  private final long offset;
  private final int bytes;
  private final int kind;
  private final boolean writes;
  private final int number;
  private final boolean translated;
  private final boolean[] stored;

  /** Creates the step; {@code stored} is whether each compare-and-swap stored, or null. */
  CheckStep(
      AccessChecks checks, MachineState state, Instruction in, long[] addresses, boolean[] stored) {
    this.checks = checks;
    this.state = state;
    this.window = MemoryWindow.of(in.memory().space());
    this.addresses = addresses;
    this.offset = in.memory().offset();
    this.bytes = in.memory().bytes();
    this.kind = AccessFindings.kind(in).ordinal();
    this.writes = in.op() != Op.LOAD;
    this.stored = stored;
    this.number = checks.number(in);
    this.translated =
        state.layout != null && (window == MemoryWindow.DEVICE || window == MemoryWindow.GENERIC);
  }

  @Override
  public void run(ActiveLanes lanes) {
    for (int r = 0; r < lanes.ranges(); r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        boolean acts = !writes || state.isCovered(i); // helper pixels write nothing
        if (acts && !access(i)) {
          return; // the operation itself reports the fault
        }
      }
    }
  }

  private int kind(int lane) {
    return stored == null || stored[lane] ? kind : ShadowCells.ATOMIC_READ;
  }

  /** Checks one access; returns whether its address is valid. */
  private boolean access(int lane) {
    long at = addresses[lane] + offset;
    if (translated) {
      at = state.layout.lengthen((int) at);
    }
    MemoryWindow here = window == MemoryWindow.GENERIC ? MemoryWindow.of(at) : window;
    if (here == MemoryWindow.PRIVATE) {
      return true;
    }
    if (here == MemoryWindow.LOCAL) {
      if (window == MemoryWindow.GENERIC) {
        at = Address.offset(at);
      }
      if (at < 0 || at > state.local.length - bytes || (at & bytes - 1) != 0) {
        return false;
      }
      checks.local((int) at, bytes, kind(lane), lane, number);
      return true;
    }
    int buffer = Address.buffer(at);
    boolean inside =
        buffer >= 0
            && buffer < state.memory.buffers()
            && Address.offset(at) <= state.memory.bytes(buffer) - bytes
            && (at & bytes - 1) == 0;
    if (inside) {
      checks.global(at, bytes, kind(lane), lane, number);
    }
    return inside;
  }
}
