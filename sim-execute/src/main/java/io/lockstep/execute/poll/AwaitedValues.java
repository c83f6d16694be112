// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.poll;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.analysis.PollLoops;
import java.util.ArrayList;
import java.util.List;

/**
 * The values that suspended groups wait for, if the conditions that decide their polls are known. A
 * change of a word then wakes only the groups that its new value releases.
 */
public final class AwaitedValues {
  private final PollCondition[] conditions; // by memory slot; null if the decision is unknown
  private final LastPoll[] polls; // by memory slot; null for accesses that do not poll
  private final DeviceMemory memory;
  private final List<List<AwaitedValue>> byWord = new ArrayList<>();
  private int released;

  AwaitedValues(int slots, DeviceMemory memory) {
    conditions = new PollCondition[slots];
    polls = new LastPoll[slots];
    this.memory = memory;
  }

  public void add(PollCondition condition) {
    conditions[condition.slice.poll.memory().slot()] = condition;
  }

  public void add(int slot, LastPoll poll) {
    polls[slot] = poll;
  }

  /** Returns the condition that decides a poll, or null if unknown. */
  public PollCondition condition(int slot) {
    return conditions[slot];
  }

  /** Returns the number of awaited values that currently release work-items. */
  public int released() {
    return released;
  }

  /**
   * Returns the values awaited by work-items that return to the header of a loop with unchanged
   * state.
   *
   * @return null if the decision is unknown for a poll since {@link PollTracker#forget}
   */
  public AwaitedValue[] of(ActiveLanes lanes, PollLoops.Loop loop) {
    List<AwaitedValue> found = new ArrayList<>();
    for (int slot = 0; slot < polls.length; slot++) {
      LastPoll poll = polls[slot];
      if (poll == null || !poll.isRecent()) {
        continue;
      }
      PollCondition condition = conditions[slot];
      if (condition == null
          || condition.slice.loop != loop
          || !poll.isLastOf(lanes)
          || !add(condition, poll, lanes, found)) {
        return null;
      }
    }
    return found.isEmpty() ? null : found.toArray(AwaitedValue[]::new);
  }

  private boolean add(
      PollCondition condition, LastPoll poll, ActiveLanes lanes, List<AwaitedValue> found) {
    AwaitedValue last = null;
    for (int r = 0; r < lanes.ranges(); r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        long at = poll.address(i);
        if (last != null && last.address == at && last.hasInputsOf(i)) {
          continue;
        }
        if (at % condition.bytes != 0) {
          return false;
        }
        int[] words = poll.words(i);
        last = new AwaitedValue(condition, at, words, condition.inputsOf(i), value(condition, at));
        if (!last.isQuiet()) {
          return false;
        }
        found.add(last);
      }
    }
    return true;
  }

  private long value(PollCondition condition, long at) {
    return condition.bytes == Long.BYTES ? memory.loadLong(at) : memory.loadInt(at);
  }

  /** Registers waiting work-items. A value equal to a registered one is replaced by the latter. */
  public void await(AwaitedValue[] values) {
    for (int k = 0; k < values.length; k++) {
      AwaitedValue wanted = values[k];
      List<AwaitedValue> known = at(wanted.words[0]);
      AwaitedValue same = known.stream().filter(v -> v.isAs(wanted)).findFirst().orElse(wanted);
      if (same == wanted) {
        for (int word : wanted.words) {
          at(word).add(wanted);
        }
      }
      same.waiters++;
      values[k] = same;
    }
  }

  /** Removes waiting work-items. */
  public void leave(AwaitedValue[] values) {
    for (AwaitedValue v : values) {
      v.waiters--;
      if (v.waiters == 0) {
        released -= v.released ? 1 : 0;
        for (int word : v.words) {
          at(word).remove(v);
        }
      }
    }
  }

  private List<AwaitedValue> at(int word) {
    while (byWord.size() <= word) {
      byWord.add(null);
    }
    if (byWord.get(word) == null) {
      byWord.set(word, new ArrayList<>(2));
    }
    return byWord.get(word);
  }

  /** Updates the values at a changed word; returns whether any of them releases work-items. */
  boolean change(int word) {
    List<AwaitedValue> values = word < byWord.size() ? byWord.get(word) : null;
    if (values == null) {
      return false;
    }
    boolean any = false;
    for (AwaitedValue v : values) {
      released -= v.released ? 1 : 0;
      v.update(value(v.condition, v.address));
      released += v.released ? 1 : 0;
      any |= v.released;
    }
    return any;
  }
}
