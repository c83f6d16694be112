// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import java.util.Arrays;

/**
 * When each sub-partition tries to issue next. There is one event for all of them in a clock in
 * which some warp may issue, and none otherwise.
 */
final class IssueEvents {
  static final long NEVER = WarpTable.NEVER;

  /** By sub-partition: tick of the next attempt. */
  final long[] next;

  /** By sub-partition: tick from which its port is free. */
  final long[] portFree;

  private final Partition partition;
  private final EventKind issue;
  private final int component;
  private long scheduled = NEVER;
  private boolean running;

  IssueEvents(int partitions, Partition partition, EventKind issue, int component) {
    this.partition = partition;
    this.issue = issue;
    this.component = component;
    next = new long[partitions];
    Arrays.fill(next, NEVER);
    portFree = new long[partitions];
  }

  /** Lets a sub-partition try to issue at a tick or when its port is free. */
  void wake(int port, long tick) {
    if (tick == NEVER) {
      return;
    }
    next[port] = Math.min(next[port], Math.max(tick, portFree[port]));
    if (!running) {
      schedule(Math.max(next[port], partition.now()));
    }
  }

  private void schedule(long tick) {
    if (tick < scheduled) {
      scheduled = tick;
      partition.at(tick, issue, component, 0);
    }
  }

  /** Begins the attempts of a tick; returns false if an earlier event has replaced this one. */
  boolean begin(long tick) {
    if (tick != scheduled) {
      return false;
    }
    scheduled = NEVER;
    running = true;
    return true;
  }

  /** Ends the attempts of a tick and schedules the next ones. */
  void end(long tick) {
    running = false;
    long soonest = NEVER;
    for (long at : next) {
      soonest = Math.min(soonest, at);
    }
    if (soonest != NEVER) {
      schedule(Math.max(soonest, tick + 1));
    }
  }
}
