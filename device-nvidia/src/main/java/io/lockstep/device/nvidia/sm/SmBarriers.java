// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

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
  private static final int OBJECT = 5; // longs: block, number, changes, last tick, whether in use
  private static final int ENTRY = 5; // longs: warp, counter or end, object, needed or lanes, tick

  private final Wavefronts wavefronts;
  private final WarpTable warps;
  private final CopyGroups groups;
  private final IntConsumer resume;
  private final long[] blocks; // by warp
  private final PolledAccess polled = new PolledAccess();
  private final Table objects = new Table(OBJECT);
  private final Table tests = new Table(ENTRY);
  private final Table arrivals = new Table(ENTRY);

  /** Rows of a number of longs. */
  private static final class Table {
    private final int width;
    private long[] words;
    private int count;

    Table(int width) {
      this.width = width;
      words = new long[4 * width];
    }

    int add() {
      if ((count + 1) * width > words.length) {
        words = Arrays.copyOf(words, 2 * words.length);
      }
      return count++;
    }

    long get(int row, int column) {
      return words[row * width + column];
    }

    void set(int row, int column, long value) {
      words[row * width + column] = value;
    }

    void remove(int row) {
      count--;
      System.arraycopy(words, (row + 1) * width, words, row * width, (count - row) * width);
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
    objects.count = 0;
    tests.count = 0;
    arrivals.count = 0;
  }

  /** Called before a warp begins: the arrivals of the one before in its slot wait no longer. */
  void started(int warp, long tick) {
    for (int k = 0; k < arrivals.count; k++) {
      if (arrivals.get(k, 0) == warp) {
        arrivals.set(k, 1, 0);
      }
    }
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
    for (int k = 0; k < objects.count; k++) {
      if (objects.get(k, 0) == block) {
        objects.set(k, 4, 0);
      }
    }
    for (int k = arrivals.count - 1; k >= 0; k--) {
      if (objects.get((int) arrivals.get(k, 2), 4) == 0) {
        arrivals.remove(k);
      }
    }
  }

  private int object(long block, int number) {
    int free = NONE;
    for (int k = 0; k < objects.count; k++) {
      if (objects.get(k, 4) == 0) {
        free = k;
      } else if (objects.get(k, 0) == block && objects.get(k, 1) == number) {
        return k;
      }
    }
    int at = free == NONE ? objects.add() : free;
    objects.set(at, 0, block);
    objects.set(at, 1, number);
    objects.set(at, 2, 0);
    objects.set(at, 3, 0);
    objects.set(at, 4, 1);
    return at;
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
      int at = arrivals.add();
      arrivals.set(at, 0, warp);
      arrivals.set(at, 1, end);
      arrivals.set(at, 2, object(blocks[warp], number));
      arrivals.set(at, 3, lanes);
      arrivals.set(at, 4, tick);
    }
    copied(warp, tick);
  }

  /** Performs the arrivals of a warp whose copies are done. */
  void copied(int warp, long now) {
    int before = arrivals.count;
    for (int k = 0; k < arrivals.count; ) {
      long done = arrivals.get(k, 0) == warp ? groups.doneBefore(warp, end(k)) : WarpTable.NEVER;
      if (done == WarpTable.NEVER) {
        k++;
        continue;
      }
      int object = (int) arrivals.get(k, 2);
      long tick = Math.max(done, arrivals.get(k, 4));
      objects.set(object, 2, objects.get(object, 2) + arrivals.get(k, 3));
      objects.set(object, 3, Math.max(objects.get(object, 3), tick));
      arrivals.remove(k);
    }
    if (arrivals.count < before) {
      release(now);
    }
  }

  private int end(int arrival) {
    return (int) arrivals.get(arrival, 1);
  }

  private void release(long now) {
    for (int k = 0; k < tests.count; ) {
      int object = (int) tests.get(k, 2);
      if (objects.get(object, 2) < tests.get(k, 3)) {
        k++;
        continue;
      }
      int warp = (int) tests.get(k, 0);
      int counter = (int) tests.get(k, 1);
      long tick = Math.max(now + 1, objects.get(object, 3) + tests.get(k, 4));
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
        int object = object(blocks[warp], polled.word(k));
        if (objects.get(object, 2) >= polled.needed(k)) {
          known = Math.max(known, objects.get(object, 3));
          continue;
        }
        int at = tests.add();
        tests.set(at, 0, warp);
        tests.set(at, 1, counter);
        tests.set(at, 2, object);
        tests.set(at, 3, polled.needed(k));
        tests.set(at, 4, latency);
        warps.awaitsShared(warp, counter);
      }
    }
    warps.counts(warp, counter, known + latency, false);
  }
}
