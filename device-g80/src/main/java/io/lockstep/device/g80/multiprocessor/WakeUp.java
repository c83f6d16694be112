// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.sm.WarpTable;

/**
 * Schedules the next issue event of a multiprocessor. An earlier request replaces a pending event;
 * requests made during an issue attempt are deferred until its end.
 */
final class WakeUp {
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
  }

  /** Requests an issue attempt at a tick, or once the port is free. */
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

  /** Begins an issue attempt; returns false if an earlier event has replaced this event. */
  boolean begin(int ofNumber) {
    if (ofNumber != number) {
      return false;
    }
    wakeAt = NEVER;
    looking = true;
    soonest = NEVER;
    return true;
  }

  /** Records during an attempt that a warp may issue at a later tick. */
  void later(long tick) {
    soonest = Math.min(soonest, tick);
  }

  void end(long portFree) {
    looking = false;
    if (soonest != NEVER) {
      at(soonest, portFree);
    }
  }
}
