// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.parts.dispatch.Dispatcher;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.RefusalException;
import java.util.Arrays;
import java.util.Objects;

/**
 * Detects that resident work-groups wait forever for groups that cannot become resident.
 *
 * <p>The check runs between synchronization windows, at intervals. The running launches are
 * deadlocked if every resident wavefront is at a barrier or at a failed poll, no change of a polled
 * word is under way, no group is about to start, and between two checks no word changed while every
 * poll failed at least twice: the second of these polls was issued after the first check, so its
 * answer can never change.
 */
final class DeadlockWatch implements Runnable {
  private static final int EVERY = 64; // windows from check to check

  private final ComputeUnit[] units;
  private final MemorySide memory;
  private final Dispatcher dispatcher;
  private final LaunchPlan[] polling; // by slot: the last launch if its groups may poll, or null
  private int windows;
  private boolean suspects;
  private long changes;
  private final int[][] before;
  private final int[][] now;

  DeadlockWatch(ComputeUnit[] units, MemorySide memory, Dispatcher dispatcher, int slots) {
    polling = new LaunchPlan[slots];
    this.units = units;
    this.memory = memory;
    this.dispatcher = dispatcher;
    before = new int[units.length][];
    now = new int[units.length][];
    for (int u = 0; u < units.length; u++) {
      before[u] = new int[units[u].config().wavefronts()];
      now[u] = new int[units[u].config().wavefronts()];
    }
  }

  /** Starts to watch a launch; returns whether the last launch of any slot may poll. */
  boolean begin(int slot, LaunchPlan plan) {
    polling[slot] = PollLoops.of(plan.code().kernel()).isEmpty() ? null : plan;
    windows = 0;
    suspects = false;
    return Arrays.stream(polling).anyMatch(Objects::nonNull);
  }

  /** Returns the slot of the first running launch whose groups may poll, or -1. */
  private int first() {
    for (int s = 0; s < polling.length; s++) {
      if (polling[s] != null && dispatcher.active(s)) {
        return s;
      }
    }
    return -1;
  }

  @Override
  public void run() {
    if (++windows % EVERY != 0 || first() < 0) {
      return;
    }
    if (!onlyPolls()) {
      suspects = false;
    } else if (!suspects || changes != memory.polledChanges() || !failedTwice()) {
      remember();
    } else {
      throw new RefusalException(message());
    }
  }

  private boolean onlyPolls() {
    if (dispatcher.isScheduled() || memory.hasPolledChangeDue()) {
      return false;
    }
    int groups = 0;
    for (int u = 0; u < units.length; u++) {
      if (!units[u].onlyPolls(now[u])) {
        return false;
      }
      groups += units[u].residentGroups();
    }
    if (groups == 0 || groups != dispatcher.residentGroups()) {
      return false;
    }
    for (ComputeUnit unit : units) {
      for (MemoryUnit m : unit.memoryUnits()) {
        if (m.isChangeUnderWay()) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean failedTwice() {
    for (int u = 0; u < units.length; u++) {
      for (int w = 0; w < now[u].length; w++) {
        if (now[u][w] != 0 && now[u][w] < before[u][w] + 2) {
          return false;
        }
      }
    }
    return true;
  }

  /** Records the failed polls; keeps the first record while no polled word changes. */
  private void remember() {
    boolean same = suspects && changes == memory.polledChanges();
    suspects = true;
    changes = memory.polledChanges();
    for (int u = 0; u < units.length; u++) {
      for (int w = 0; w < now[u].length; w++) {
        if (!same || now[u][w] < before[u][w]) {
          before[u][w] = now[u][w];
        }
      }
    }
  }

  private String message() {
    int slot = first();
    LaunchPlan launch = polling[slot];
    long all = launch.geometry().groups();
    long waiting = dispatcher.unstarted(slot);
    String stuck =
        ("kernel '%s': a deadlock of this device: all %s resident work-groups wait for"
                + " changes of memory that none of them makes")
            .formatted(launch.code().kernel().name(), dispatcher.residentGroups());
    return waiting == 0
        ? stuck
        : "%s; %s of %s have not started, because the device holds %s at once"
            .formatted(stuck, waiting, all, dispatcher.capacity(slot));
  }
}
