// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

/**
 * Ends launches that have started all their groups: waits for the ends of the groups, drains the
 * writes of the units, and runs the registered work for one launch at a time.
 */
final class LaunchEnds {
  private final RunningLaunches slots;
  private final UnitHolders holders;
  private final IntConsumer askToDrain;
  private LongConsumer beforeEnd;

  LaunchEnds(RunningLaunches slots, UnitHolders holders, IntConsumer askToDrain) {
    this.slots = slots;
    this.holders = holders;
    this.askToDrain = askToDrain;
  }

  void beforeEnd(LongConsumer begins) {
    beforeEnd = begins;
  }

  void finish(long tick, DispatchPaths paths) {
    for (int i = 0; i < slots.count(); i++) {
      RunningLaunch slot = slots.get(i);
      if (slot.phase == RunningLaunch.Phase.RUNS
          && slot.hasStartedAll()
          && slot.resident == 0
          && tick >= slot.firstTick) {
        drain(slot);
      }
      if (slot.phase == RunningLaunch.Phase.DRAINS && slot.toDrain == 0) {
        if (paths != null) {
          paths.drained(tick);
        }
        slot.phase = RunningLaunch.Phase.WAITS;
        slot.drainedAt = tick;
        endNext(tick);
      }
    }
  }

  private void drain(RunningLaunch slot) {
    slot.phase = RunningLaunch.Phase.DRAINS;
    if (slots.active() > 1) {
      holders.disclaim(slot);
    }
    slot.toDrain = 0;
    for (int i = 0; i < holders.count(); i++) {
      if (holders.isOf(slot, i)) {
        slot.toDrain++;
        askToDrain.accept(i);
      }
    }
  }

  /** Starts the registered work for the first drained launch, unless the work is running. */
  void endNext(long tick) {
    RunningLaunch next = slots.firstDrained(RunningLaunch.Phase.WAITS);
    if (next != null && slots.firstDrained(RunningLaunch.Phase.ENDS) == null) {
      next.phase = RunningLaunch.Phase.ENDS;
      beforeEnd.accept(tick);
    }
  }

  void end(long tick) {
    slots.end(slots.firstDrained(RunningLaunch.Phase.ENDS), tick);
  }
}
