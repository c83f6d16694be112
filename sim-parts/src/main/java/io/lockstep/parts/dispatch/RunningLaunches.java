package io.lockstep.parts.dispatch;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;

/** The launches that run side by side, and whose groups may start. Not thread-safe. */
final class RunningLaunches {
  private final RunningLaunch[] slots;
  private int active;
  private long launches; // ever

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

  /** Launches that run. */
  int active() {
    return active;
  }

  /** A launch begins at a tick, its first group later. */
  void begin(RunningLaunch slot, long tick, long first) {
    slot.begin(tick, first, launches++);
    active++;
  }

  /** A launch ends. */
  void end(RunningLaunch slot, long tick) {
    slot.end(tick);
    active--;
  }

  /** Pulls groups ahead of need; whether all are here that the next window might use. */
  boolean pull() {
    boolean all = true;
    for (RunningLaunch slot : slots) {
      all &= slot.pull();
    }
    return all;
  }

  /** Whether a launch's groups may start. */
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

  /** Whether groups are held, whether or not they may start. */
  boolean hold() {
    for (RunningLaunch slot : slots) {
      if (slot.heldCount > 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether a group that is held may start. */
  boolean hasWaiting(long tick) {
    for (RunningLaunch slot : slots) {
      if (slot.heldCount > 0 && isOpen(slot, tick)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a launch whose groups may start has more of them. */
  boolean hasMore(long tick) {
    for (RunningLaunch slot : slots) {
      if (isOpen(slot, tick) && !slot.hasStartedAll()) {
        return true;
      }
    }
    return false;
  }

  /** Launches that have not started all their groups. */
  int starting() {
    int count = 0;
    for (RunningLaunch slot : slots) {
      count += slot.isActive() && !slot.hasStartedAll() ? 1 : 0;
    }
    return count;
  }

  /** The launch in some phase that has drained first, or null. */
  RunningLaunch firstDrained(RunningLaunch.Phase phase) {
    RunningLaunch first = null;
    for (RunningLaunch slot : slots) {
      if (slot.phase == phase && (first == null || slot.drainedAt < first.drainedAt)) {
        first = slot;
      }
    }
    return first;
  }

  /** Groups on units or on their way. */
  int resident() {
    int sum = 0;
    for (RunningLaunch slot : slots) {
      sum += slot.resident;
    }
    return sum;
  }

  /** The latest tick at which the last launch of a slot ended. */
  long finishedAt() {
    long last = 0;
    for (RunningLaunch slot : slots) {
      last = Math.max(last, slot.finishedAt);
    }
    return last;
  }

  /** What the launches wait for; null if none runs. */
  String waiting() {
    StringBuilder all = new StringBuilder();
    for (RunningLaunch slot : slots) {
      if (slot.isActive()) {
        all.append(all.isEmpty() ? "" : "; ").append(slot.waiting());
      }
    }
    return all.isEmpty() ? null : all.toString();
  }

  void save(StateWriter out) {
    out.writeInt(active);
    out.writeLong(launches);
    for (RunningLaunch slot : slots) {
      slot.save(out);
    }
  }

  /** Replaces the state; finds records by their ids, for each slot. */
  void load(StateReader in, List<LongFunction<WorkGroupRecord>> find) {
    active = in.readInt();
    launches = in.readLong();
    for (RunningLaunch slot : slots) {
      slot.load(in, find.get(slot.number));
    }
  }
}
