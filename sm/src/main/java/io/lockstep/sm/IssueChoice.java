// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.parts.issue.GreedyThenYoungest;
import io.lockstep.parts.issue.PolicyPorts;
import io.lockstep.parts.transaction.MemoryUnit;

/** Chooses the warp that a sub-partition issues: the last one, then the youngest. */
final class IssueChoice {
  private final WarpTable warps;
  private final WarpOrder order;
  private final Pipes pipes;
  private final IssueEvents events;
  private final MemoryUnit global;
  private final MemoryUnit constant;
  private final PolicyPorts others; // null for the family's own policy

  IssueChoice(
      SmConfig config, SmMemory.Warps of, Pipes pipes, IssueEvents events, MemoryUnit[] units) {
    warps = of.table();
    order = of.order();
    this.pipes = pipes;
    this.events = events;
    global = units[0];
    constant = units[1];
    others =
        PolicyPorts.unless(
            GreedyThenYoungest.NAME, config.spec, config.partitions, config.unit.wavefronts());
  }

  void started(int p, int warp) {
    if (others != null) {
      others.at(p).started(warp);
    }
  }

  void issued(int p, int warp, long tick) {
    order.last[p] = warp;
    if (others != null) {
      others.at(p).issued(warp, tick);
    }
  }

  /** Returns the warp that issues, or {@link WarpOrder#NONE}; then sets the next attempt. */
  int choose(int p, long tick) {
    int last = order.last[p];
    if (others == null && last >= 0 && isReady(p, last, tick)) {
      return last;
    }
    if (others != null) {
      others.at(p).clear();
    }
    long soonest = IssueEvents.NEVER;
    int[] byAge = order.order;
    long[] ready = warps.ready;
    byte[] resource = warps.resource;
    int from = order.first(p);
    for (int i = from + order.count[p] - 1; i >= from; i--) {
      int w = byAge[i];
      long at = ready[w];
      if (at >= soonest) {
        continue;
      }
      int what = resource[w];
      at = Math.max(at, pipes.free(p, what));
      if (at > tick) {
        soonest = Math.min(soonest, at);
      } else if (accepts(what)) {
        if (others == null) {
          return w;
        }
        others.at(p).add(w, at);
      }
    }
    events.next[p] = Math.min(events.next[p], soonest);
    return others == null ? WarpOrder.NONE : others.at(p).pick();
  }

  /** Whether a warp may issue its next row, and what the row needs is free. */
  boolean isReady(int p, int warp, long tick) {
    return warps.ready[warp] <= tick && takes(p, warps.resource[warp], tick);
  }

  private boolean takes(int p, int what, long tick) {
    return pipes.free(p, what) <= tick && accepts(what);
  }

  /** Whether a memory unit accepts an instruction; if not, it tells when it does. */
  private boolean accepts(int what) {
    if (what == Pipes.FIRST_LEVEL && !global.canAccept()
        || what == Pipes.CONSTANTS && !constant.canAccept()) {
      pipes.unit(what, IssueEvents.NEVER);
      return false;
    }
    return true;
  }
}
