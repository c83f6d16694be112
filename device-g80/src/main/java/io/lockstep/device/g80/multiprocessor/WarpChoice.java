// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.parts.issue.ReadyWavefronts;
import io.lockstep.parts.issue.RoundRobin;
import io.lockstep.sm.WarpTable;

/**
 * Chooses the warp that issues: in round-robin order among ready warps, or as {@code issue.policy}
 * selects. A row that a memory unit refuses waits until the unit accepts it.
 */
final class WarpChoice {
  private static final long NEVER = WarpTable.NEVER;

  private final int warps;
  private final WarpTable table;
  private final long[] free;
  private final MemoryPipes pipes;
  private final WakeUp wakeUp;
  private final ReadyWavefronts others; // null for the default round robin
  private int last;

  WarpChoice(
      MultiprocessorConfig config,
      WarpTable table,
      IssueResources resources,
      MemoryPipes pipes,
      WakeUp wakeUp) {
    warps = config.unit.wavefronts();
    this.table = table;
    free = resources.free;
    this.pipes = pipes;
    this.wakeUp = wakeUp;
    others = ReadyWavefronts.unless(RoundRobin.NAME, config.figures, warps);
  }

  void started(int warp) {
    if (others != null) {
      others.started(warp);
    }
  }

  void issued(int warp, long tick) {
    last = warp;
    if (others != null) {
      others.issued(warp, tick);
    }
  }

  /** Returns the warp that issues now, or -1; also schedules the next attempt. */
  int choose(long tick) {
    if (others != null) {
      return chosen(tick);
    }
    long[] candidate = table.ready;
    byte[] resource = table.resource;
    int best = -1;
    long soonest = NEVER;
    int w = last;
    for (int i = 0; i < warps; i++) {
      if (++w >= warps) {
        w = 0;
      }
      long at = candidate[w];
      if (at < soonest) {
        at = Math.max(at, free[resource[w]]);
        if (at > tick) {
          soonest = Math.min(soonest, at);
        } else if (best >= 0) {
          wakeUp.later(tick); // another warp is ready for the next slot
          return best;
        } else if (accepts(resource[w])) {
          best = w;
        }
      }
    }
    wakeUp.later(soonest);
    return best;
  }

  private int chosen(long tick) {
    others.clear();
    for (int w = 0; w < warps; w++) {
      long at = table.ready[w];
      if (at == NEVER) {
        continue;
      }
      at = Math.max(at, free[table.resource[w]]);
      if (at > tick) {
        wakeUp.later(at);
      } else if (accepts(table.resource[w])) {
        others.add(w, at);
      }
    }
    if (others.count() > 1) {
      wakeUp.later(tick);
    }
    return others.pick();
  }

  /** Whether a memory unit accepts an instruction; if not, rows that need the unit wait. */
  private boolean accepts(int what) {
    if (pipes.accepts(what)) {
      return true;
    }
    free[what] = NEVER;
    return false;
  }
}
