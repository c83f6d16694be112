package io.lockstep.device.g80.multiprocessor;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.parts.state.SavedPart;

/**
 * The next look of an issue port for a warp: one event, which an earlier one replaces; what comes
 * up while the port looks is put off to its end.
 */
final class WakeUp extends SavedPart {
  private static final long NEVER = WarpTable.NEVER;

  private final Partition partition;
  private final EventKind kind;
  private final int component;
  private long wakeAt = NEVER;
  private int number;
  private boolean looking;
  private long soonest;

  WakeUp(Partition partition, EventKind kind, int component) {
    this.partition = partition;
    this.kind = kind;
    this.component = component;
    state.value(() -> wakeAt, v -> wakeAt = v);
    state.value(() -> number, v -> number = (int) v);
  }

  /** Makes sure that the port looks for a warp at a tick, or once it is free. */
  void at(long tick, long portFree) {
    if (looking) {
      soonest = Math.min(soonest, tick);
      return;
    }
    long at = Math.max(Math.max(tick, portFree), partition.now());
    if (at < wakeAt) {
      wakeAt = at;
      partition.at(at, kind, component, ++number);
    }
  }

  /** The port looks from now on, unless an earlier wake-up has taken this one's place. */
  boolean begin(int ofNumber) {
    if (ofNumber != number) {
      return false;
    }
    wakeAt = NEVER;
    looking = true;
    soonest = NEVER;
    return true;
  }

  /** A warp that the port did not take may issue at a tick; only while it looks. */
  void later(long tick) {
    soonest = Math.min(soonest, tick);
  }

  /** The port has looked; it does so again when the next warp may issue. */
  void end(long portFree) {
    looking = false;
    if (soonest != NEVER) {
      at(soonest, portFree);
    }
  }
}
