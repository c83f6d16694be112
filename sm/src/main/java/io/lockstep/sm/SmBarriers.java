// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.memory.PolledAccess;
import io.lockstep.parts.wave.Wavefronts;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The barriers in the shared memory of resident blocks: how many changes of each have been
 * performed, the tests that wait for more of them, and the arrivals that wait for copies.
 *
 * <p>A record says how many changes of its barrier a successful test needs. A test keeps its
 * counter until as many have been performed; it is not issued again.
 */
final class SmBarriers {
  private static final int NONE = -1;

  private final Wavefronts wavefronts;
  private final WarpTable warps;
  private final CopyGroups groups;
  private final IntConsumer resume;
  private final long[] blocks; // by warp
  private final PolledAccess polled = new PolledAccess();
  private final Barriers barriers = new Barriers();
  private final Tests tests = new Tests();
  private final Arrivals arrivals = new Arrivals();

  /** Rows of a number of longs; subclasses name the columns. */
  private abstract static class Table {
    private final int width;
    private long[] words;
    int count;

    Table(int width) {
      this.width = width;
      words = new long[4 * width];
    }

    final int add() {
      if ((count + 1) * width > words.length) {
        words = Arrays.copyOf(words, 2 * words.length);
      }
      return count++;
    }

    final long get(int row, int column) {
      return words[row * width + column];
    }

    final void set(int row, int column, long value) {
      words[row * width + column] = value;
    }

    final void remove(int row) {
      count--;
      System.arraycopy(words, (row + 1) * width, words, row * width, (count - row) * width);
    }
  }

  /** Barriers of blocks. A row whose block has ended is free. */
  private static final class Barriers extends Table {
    private static final int BLOCK = 0;
    private static final int NUMBER = 1; // of the barrier in its block
    private static final int CHANGES = 2;
    private static final int LAST = 3; // tick of the latest change
    private static final int USED = 4; // 0 or 1

    Barriers() {
      super(5);
    }

    /** Returns the row of a barrier, which is added if there is none yet. */
    int of(long block, int number) {
      int free = NONE;
      for (int row = 0; row < count; row++) {
        if (!isUsed(row)) {
          free = row;
        } else if (get(row, BLOCK) == block && get(row, NUMBER) == number) {
          return row;
        }
      }
      int row = free == NONE ? add() : free;
      set(row, BLOCK, block);
      set(row, NUMBER, number);
      set(row, CHANGES, 0);
      set(row, LAST, 0);
      set(row, USED, 1);
      return row;
    }

    boolean isUsed(int row) {
      return get(row, USED) != 0;
    }

    long changes(int row) {
      return get(row, CHANGES);
    }

    long last(int row) {
      return get(row, LAST);
    }

    void change(int row, long changes, long tick) {
      set(row, CHANGES, changes(row) + changes);
      set(row, LAST, Math.max(last(row), tick));
    }

    /** Frees the rows of the barriers of a block that has ended. */
    void free(long block) {
      for (int row = 0; row < count; row++) {
        if (get(row, BLOCK) == block) {
          set(row, USED, 0);
        }
      }
    }
  }

  /** Tests that wait for changes of a barrier. */
  private static final class Tests extends Table {
    private static final int WARP = 0;
    private static final int COUNTER = 1; // says when the result is there
    private static final int BARRIER = 2;
    private static final int NEEDED = 3; // changes
    private static final int LATENCY = 4; // ticks from the last arrival to the result

    Tests() {
      super(5);
    }

    void add(int warp, int counter, int barrier, long needed, int latency) {
      int row = add();
      set(row, WARP, warp);
      set(row, COUNTER, counter);
      set(row, BARRIER, barrier);
      set(row, NEEDED, needed);
      set(row, LATENCY, latency);
    }

    int warp(int row) {
      return (int) get(row, WARP);
    }

    int counter(int row) {
      return (int) get(row, COUNTER);
    }

    int barrier(int row) {
      return (int) get(row, BARRIER);
    }

    long needed(int row) {
      return get(row, NEEDED);
    }

    long latency(int row) {
      return get(row, LATENCY);
    }
  }

  /** Arrivals that wait for copies of their warp. */
  private static final class Arrivals extends Table {
    private static final int WARP = 0;
    private static final int END = 1; // number of the first group of copies not waited for
    private static final int BARRIER = 2;
    private static final int LANES = 3; // that arrive
    private static final int TICK = 4; // of the arrival

    Arrivals() {
      super(5);
    }

    void add(int warp, int end, int barrier, int lanes, long tick) {
      int row = add();
      set(row, WARP, warp);
      set(row, END, end);
      set(row, BARRIER, barrier);
      set(row, LANES, lanes);
      set(row, TICK, tick);
    }

    int warp(int row) {
      return (int) get(row, WARP);
    }

    int end(int row) {
      return (int) get(row, END);
    }

    int barrier(int row) {
      return (int) get(row, BARRIER);
    }

    long lanes(int row) {
      return get(row, LANES);
    }

    long tick(int row) {
      return get(row, TICK);
    }

    /** Lets the arrivals of a warp wait for no copy. */
    void waitForNone(int warp) {
      for (int row = 0; row < count; row++) {
        if (warp(row) == warp) {
          set(row, END, 0);
        }
      }
    }
  }

  /**
   * @param resume called with a warp of which a test has succeeded
   */
  SmBarriers(Wavefronts wavefronts, WarpTable warps, CopyGroups groups, IntConsumer resume) {
    this.wavefronts = wavefronts;
    this.warps = warps;
    this.groups = groups;
    this.resume = resume;
    blocks = new long[warps.ready.length];
    Arrays.fill(blocks, NONE);
  }

  void begin() {
    barriers.count = 0;
    tests.count = 0;
    arrivals.count = 0;
  }

  /** Called before a warp begins: the arrivals of the one before in its slot wait no longer. */
  void started(int warp, long tick) {
    arrivals.waitForNone(warp);
    copied(warp, tick);
    blocks[warp] = wavefronts.group(warp);
  }

  /** Called when a warp has ended; forgets the barriers of a block of which no warp is left. */
  void ended(int warp) {
    long block = blocks[warp];
    blocks[warp] = NONE;
    for (long other : blocks) {
      if (other == block) {
        return;
      }
    }
    barriers.free(block);
    for (int k = arrivals.count - 1; k >= 0; k--) {
      if (!barriers.isUsed(arrivals.barrier(k))) {
        arrivals.remove(k);
      }
    }
  }

  private boolean collect(int warp, int slot, Access access) {
    polled.clear();
    if (wavefronts.hasPolls(warp, slot)) {
      wavefronts.polls(warp, slot, access, polled);
    }
    return !polled.isEmpty();
  }

  /**
   * Performs the arrivals of a warp's last access at a tick.
   *
   * @param copied whether they wait for the warp's copies
   */
  void arrive(int warp, int slot, Access access, long tick, boolean copied) {
    int end = copied ? groups.arrive(warp) : 0;
    if (!collect(warp, slot, access)) {
      return;
    }
    for (int k = 0; k < polled.size(); ) {
      int number = polled.word(k);
      int lanes = 0;
      while (k < polled.size() && polled.word(k) == number) {
        lanes += polled.isChange(k) ? 1 : 0;
        k++;
      }
      arrivals.add(warp, end, barriers.of(blocks[warp], number), lanes, tick);
    }
    copied(warp, tick);
  }

  /** Performs the arrivals of a warp whose copies are done. */
  void copied(int warp, long now) {
    int before = arrivals.count;
    for (int k = 0; k < arrivals.count; ) {
      long done =
          arrivals.warp(k) == warp ? groups.doneBefore(warp, arrivals.end(k)) : WarpTable.NEVER;
      if (done == WarpTable.NEVER) {
        k++;
        continue;
      }
      barriers.change(arrivals.barrier(k), arrivals.lanes(k), Math.max(done, arrivals.tick(k)));
      arrivals.remove(k);
    }
    if (arrivals.count < before) {
      release(now);
    }
  }

  private void release(long now) {
    for (int k = 0; k < tests.count; ) {
      int barrier = tests.barrier(k);
      if (barriers.changes(barrier) < tests.needed(k)) {
        k++;
        continue;
      }
      int warp = tests.warp(k);
      int counter = tests.counter(k);
      long tick = Math.max(now + 1, barriers.last(barrier) + tests.latency(k));
      tests.remove(k);
      warps.arrived(warp, counter, tick);
      resume.accept(warp);
    }
  }

  /**
   * Performs the tests of a warp's last access, issued at a tick.
   *
   * @param counter counter that says when the result is there
   * @param latency cycles from the last arrival, or from the issue, to the result
   */
  void test(int warp, int slot, Access access, int counter, long tick, int latency) {
    long known = tick;
    if (collect(warp, slot, access)) {
      for (int k = 0; k < polled.size(); k++) {
        boolean again =
            k > 0
                && polled.word(k) == polled.word(k - 1)
                && polled.needed(k) == polled.needed(k - 1);
        if (again) {
          continue;
        }
        int barrier = barriers.of(blocks[warp], polled.word(k));
        if (barriers.changes(barrier) >= polled.needed(k)) {
          known = Math.max(known, barriers.last(barrier));
          continue;
        }
        tests.add(warp, counter, barrier, polled.needed(k), latency);
        warps.awaitsShared(warp, counter);
      }
    }
    warps.counts(warp, counter, known + latency, false);
  }
}
