// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

import java.util.Arrays;

final class RunningLaunches {
  private final RunningLaunch[] slots;
  private int active;
  private long launches; // number of launches since the simulation began

  RunningLaunches(int count) {
    slots = new RunningLaunch[count];
    Arrays.setAll(slots, RunningLaunch::new);
  }

  int count() {
    return slots.length;
  }

  RunningLaunch get(int number) {
    return slots[number];
  }

  int active() {
    return active;
  }

  void begin(RunningLaunch slot, long tick, long first) {
    slot.begin(tick, first, launches++);
    active++;
  }

  void end(RunningLaunch slot, long tick) {
    slot.end(tick);
    active--;
  }

  void pull() {
    for (RunningLaunch slot : slots) {
      slot.pull();
    }
  }

  /** Whether a launch's groups may start; cooperative launches run alone, in launch order. */
  boolean isOpen(RunningLaunch slot, long tick) {
    if (slot.phase != RunningLaunch.Phase.RUNS || tick < slot.firstTick) {
      return false;
    }
    for (RunningLaunch other : slots) {
      if (other.isActive()
          && other.order < slot.order
          && (slot.plan.cooperative() || other.plan.cooperative())) {
        return false;
      }
    }
    return true;
  }

  /** Whether any launch holds groups, even if they may not start yet. */
  boolean hold() {
    for (RunningLaunch slot : slots) {
      if (slot.heldCount > 0) {
        return true;
      }
    }
    return false;
  }

  boolean hasWaiting(long tick) {
    for (RunningLaunch slot : slots) {
      if (slot.heldCount > 0 && isOpen(slot, tick)) {
        return true;
      }
    }
    return false;
  }

  /** Whether any launch that may start groups has groups left. */
  boolean hasMore(long tick) {
    for (RunningLaunch slot : slots) {
      if (isOpen(slot, tick) && !slot.hasStartedAll()) {
        return true;
      }
    }
    return false;
  }

  int starting() {
    int count = 0;
    for (RunningLaunch slot : slots) {
      count += slot.isActive() && !slot.hasStartedAll() ? 1 : 0;
    }
    return count;
  }

  RunningLaunch firstDrained(RunningLaunch.Phase phase) {
    RunningLaunch first = null;
    for (RunningLaunch slot : slots) {
      if (slot.phase == phase && (first == null || slot.drainedAt < first.drainedAt)) {
        first = slot;
      }
    }
    return first;
  }

  int resident() {
    int sum = 0;
    for (RunningLaunch slot : slots) {
      sum += slot.resident;
    }
    return sum;
  }

  long finishedAt() {
    long last = 0;
    for (RunningLaunch slot : slots) {
      last = Math.max(last, slot.finishedAt);
    }
    return last;
  }

  String waiting() {
    StringBuilder all = new StringBuilder();
    for (RunningLaunch slot : slots) {
      if (slot.isActive()) {
        all.append(all.isEmpty() ? "" : "; ").append(slot.waiting());
      }
    }
    return all.isEmpty() ? null : all.toString();
  }
}
