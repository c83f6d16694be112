// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.access;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.poll.LastPoll;
import io.lockstep.execute.poll.PollCondition;
import io.lockstep.execute.poll.PollTracker;
import io.lockstep.execute.poll.PolledWords;
import io.lockstep.execute.record.SlotRecorder;
import io.lockstep.execute.state.MemoryWindow;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import java.util.Arrays;

/**
 * An access of a polling kernel, executed work-item by work-item if its words may be polled, so
 * that each change is attributed to a work-item.
 */
final class TrackedAccess implements Step, AccessObserver, LastPoll {
  private static final int MOST_WORDS = 8;

  private final AccessStep access;
  private final PollTracker tracker;
  private final SlotRecorder slotRecorder;
  private final int slot;
  private final int line;
  private final int bytes;
  private final int words;
  private final boolean polls;
  private final boolean write;
  private final boolean exact;
  private final boolean device;

  private final byte[] old = new byte[PolledWords.BYTES * MOST_WORDS];
  private final int[][] index; // by word of the access and work-item: index of the word, or -1
  private final int[][] before; // changes of that word before the execution
  private final boolean[][] changed;
  private final long[] places; // polled addresses, by work-item
  private final long[] last; // work-items of the last execution
  private long forgotten = -1; // the tracker's count of forgets at the last execution

  /** Wraps an access; if {@code exact}, a store of the unchanged value is not a change. */
  TrackedAccess(
      AccessStep access,
      Instruction in,
      PollTracker tracker,
      SlotRecorder slotRecorder,
      boolean exact,
      int size) {
    this.access = access;
    this.tracker = tracker;
    this.slotRecorder = slotRecorder;
    this.slot = in.memory().slot();
    this.line = in.line();
    this.bytes = in.memory().bytes();
    this.words = (bytes + PolledWords.BYTES - 1) / PolledWords.BYTES;
    this.write = in.op() != Op.LOAD;
    this.polls = slot >= 0 && tracker.loops.isPoll(slot);
    this.exact = exact;
    MemoryWindow window = MemoryWindow.of(in.memory().space());
    this.device = window == MemoryWindow.DEVICE || window == MemoryWindow.GENERIC;
    index = new int[words][size];
    before = new int[words][size];
    changed = new boolean[words][size];
    places = new long[polls ? size : 0];
    last = new long[polls ? (size + Long.SIZE - 1) / Long.SIZE : 0];
    if (polls) {
      tracker.awaited.add(slot, this);
    }
  }

  @Override
  public boolean isRecent() {
    return forgotten == tracker.forgotten;
  }

  @Override
  public boolean isLastOf(ActiveLanes lanes) {
    return Arrays.equals(last, lanes.mask);
  }

  @Override
  public long address(int item) {
    return places[item];
  }

  @Override
  public int[] words(int item) {
    int[] all = new int[words];
    for (int w = 0; w < words; w++) {
      all[w] = index[w][item];
    }
    return all;
  }

  @Override
  public void run(ActiveLanes lanes) {
    if (access.runTracked(lanes, this)) {
      record(lanes);
    }
  }

  /**
   * Examines the addresses before data is transferred.
   *
   * @return whether the access must be observed work-item by work-item
   */
  @Override
  public boolean begin(long[] addresses, long offset, ActiveLanes lanes) {
    boolean tracked = polls || exact;
    for (int r = 0; device && !tracked && r < lanes.ranges(); r++) {
      for (int i = lanes.low[r]; i < lanes.high[r] && !tracked; i++) {
        tracked = isTracked(addresses[i] + offset);
      }
    }
    if (!tracked) {
      tracker.memoryChanges++;
      return false;
    }
    if (polls) {
      forgotten = tracker.forgotten;
      System.arraycopy(lanes.mask, 0, last, 0, last.length);
    }
    for (int w = 0; w < words; w++) {
      Arrays.fill(changed[w], false);
      for (int r = 0; r < lanes.ranges(); r++) {
        for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
          long at = addresses[i] + offset;
          if (polls) {
            places[i] = at;
          }
          boolean known = device && isTracked(at);
          if (device && polls && !known && MemoryWindow.of(at) == MemoryWindow.DEVICE) {
            tracker.words.track(io.lockstep.kernel.ir.Address.buffer(at));
            known = true;
          }
          int word = -1;
          if (known) {
            long place = at + (long) w * PolledWords.BYTES;
            word = polls ? tracker.words.index(place) : tracker.words.find(place);
          }
          index[w][i] = word;
          before[w][i] = word < 0 ? 0 : tracker.words.version(word);
        }
      }
    }
    return true;
  }

  private boolean isTracked(long at) {
    return MemoryWindow.of(at) == MemoryWindow.DEVICE && tracker.words.isTracked(at);
  }

  @Override
  public void before(int item, long at, byte[] page, int position) {
    if (write) {
      System.arraycopy(page, position, old, 0, bytes);
    }
    if (polls) {
      long readings = tracker.readings * 31 + at;
      for (int b = 0; b < bytes; b++) {
        readings = readings * 31 + page[position + b];
      }
      tracker.readings = readings * 31 + item;
      for (int w = 0; w < words; w++) {
        if (index[w][item] >= 0) {
          tracker.read(index[w][item], tracker.words.version(index[w][item]));
        }
      }
    }
  }

  @Override
  public void after(int item, long at, byte[] page, int position) {
    if (!write || Arrays.equals(old, 0, bytes, page, position, position + bytes)) {
      return;
    }
    tracker.memoryChanges++;
    if (!device || !isTracked(at)) {
      return;
    }
    for (int w = 0; w < words; w++) {
      int from = w * PolledWords.BYTES;
      int to = Math.min(bytes, from + PolledWords.BYTES);
      if (!Arrays.equals(old, from, to, page, position + from, position + to)) {
        int word = index[w][item] >= 0 ? index[w][item] : tracker.words.index(at + from);
        index[w][item] = word;
        changed[w][item] = true;
        if (to - from == PolledWords.BYTES) {
          tracker.history.change(word, word(old, from), word(page, position + from));
        } else {
          tracker.history.forget(word);
        }
        tracker.change(word, line);
      }
    }
  }

  private static int word(byte[] from, int at) {
    return from[at] & 0xFF
        | (from[at + 1] & 0xFF) << 8
        | (from[at + 2] & 0xFF) << 16
        | from[at + 3] << 24;
  }

  private void record(ActiveLanes lanes) {
    if (slot < 0) {
      return;
    }
    PollCondition condition = polls ? tracker.awaited.condition(slot) : null;
    if (condition != null
        && (condition.bytes != PolledWords.BYTES || condition.slice.leaving < 0)) {
      condition = null;
    }
    for (int w = 0; w < words; w++) {
      int last = -1; // the work-item for which needed was computed
      int needed = 0;
      for (int r = 0; r < lanes.ranges(); r++) {
        for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
          if (!polls) {
            needed = 0;
          } else if (condition == null || changed[w][i]) {
            needed = before[w][i];
            last = -1;
          } else if (last < 0 || !isAs(last, i, condition)) {
            needed = before[w][i] == 0 ? 0 : needed(condition, index[w][i], before[w][i], i);
            last = i;
          }
          if (index[w][i] >= 0 && (needed > 0 || changed[w][i])) {
            int number = tracker.words.number(index[w][i]);
            tracker.waits.add(slot, slotRecorder.occurrence(i), i, number, needed, changed[w][i]);
          }
        }
      }
    }
  }

  /** Returns whether two work-items polled one word after the same changes with equal inputs. */
  private boolean isAs(int a, int b, PollCondition condition) {
    return index[0][a] == index[0][b]
        && before[0][a] == before[0][b]
        && condition.hasInputs(b, condition.inputsOf(a));
  }

  /**
   * Returns the number of the change after which a poll leaves the loop: the first change from
   * which on all values would have let it leave; 0 if the poll stays in the loop. The value must
   * decide only whether it leaves.
   */
  private int needed(PollCondition condition, int word, int seen, int item) {
    long[] inputs = condition.inputsOf(item);
    return tracker.history.since(
        word,
        tracker.words.version(word),
        seen,
        value -> condition.way(value, inputs) == condition.slice.leaving);
  }
}
