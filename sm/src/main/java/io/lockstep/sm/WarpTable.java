// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.lower.rows.RowLists;
import io.lockstep.sm.code.ControlBits;
import io.lockstep.sm.code.SassCode;
import java.util.Arrays;

/**
 * The state of each warp of a multiprocessor, by slot. What the choice of a warp reads of all warps
 * is in arrays; the rest of a warp is adjacent, since the state of all multiprocessors exceeds the
 * host's caches, and an issue would otherwise miss them once a field.
 */
public final class WarpTable {
  /** A tick that an event must announce first, or that an empty slot has. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Counter of a warp's stores and reductions that memory has not acknowledged, for fences. */
  static final int STORES = ControlBits.COUNTERS;

  static final int STORES_MASK = 1 << STORES;

  /** Stands for the counter of a copy whose group is at the place 0 of {@link CopyGroups}. */
  static final int COPIES = STORES + 2;

  private static final int COUNTERS = ControlBits.COUNTERS + 1;

  // Words of a warp.
  private static final int FLOOR =
      0; // earliest tick of the next row by stall count, branch or barrier
  private static final int ROW = 1; // the next row; the row behind the block in the upper half
  private static final int WAIT = 2; // the row that waits; the bytes below in the upper half
  private static final int COUNTER = 3; // the first counter
  private static final int WORDS = COUNTER + COUNTERS;

  private static final int END_SHIFT = 32;
  private static final long LOWER = 0xFFFF_FFFFL;

  // Bytes of the word WAIT.
  private static final int CAUSE_SHIFT = 32;
  private static final int FLOOR_CAUSE_SHIFT = 40;
  private static final long SKIPS = 1L << 48;

  // The word of a counter, from its lowest bit: whether a global access set it last; the number of
  // operations whose end is not known yet; the last tick at which one of the others ends.
  private static final long SLOW = 1;
  private static final long ONE_PENDING = 2;
  private static final long PENDING = 0xFFFE;
  private static final int KNOWN_SHIFT = 16;

  private static final byte LONG = (byte) SmIssueCause.LONG_SCOREBOARD.ordinal();
  private static final byte SHORT = (byte) SmIssueCause.SHORT_SCOREBOARD.ordinal();

  /** Earliest tick at which the next row may issue, whatever its pipe does. */
  public final long[] ready;

  /** What the next row needs besides the port, as in {@link Pipes}. */
  public final byte[] resource;

  private final int[] generation;
  private long[] words; // of the warps, then of their entries of the scoreboard
  private int entries; // of a warp; 0 where control bits guard dependences
  private RowLists needed; // entries for which each row waits; null without a scoreboard

  WarpTable(int warps) {
    ready = new long[warps];
    Arrays.fill(ready, NEVER);
    resource = new byte[warps];
    generation = new int[warps];
    words = new long[warps * WORDS];
  }

  /** Returns whether a number stands for a copy of a group. */
  static boolean isCopy(int counter) {
    return counter >= COPIES && counter < ControlBits.ENTRIES;
  }

  int slots() {
    return ready.length;
  }

  /** Sets the code that warps execute from now on. */
  void begin(SassCode code) {
    needed = code.entries > 0 ? code.needed : null;
    entries = code.entries;
    words = Arrays.copyOf(words, slots() * (WORDS + entries));
  }

  /** Returns the place of an entry of the scoreboard among all words. */
  private int entry(int warp, int number) {
    return slots() * WORDS + warp * entries + number;
  }

  /** Returns the place of a counter or an entry among all words, or 0, which is no counter's. */
  private int place(int warp, int counter) {
    if (counter < COUNTERS) {
      return warp * WORDS + COUNTER + counter;
    }
    return counter < ControlBits.ENTRIES ? 0 : entry(warp, counter - ControlBits.ENTRIES);
  }

  public void started(int warp, long tick) {
    generation[warp]++;
    int at = warp * WORDS;
    Arrays.fill(words, at, at + WORDS, 0);
    Arrays.fill(words, entry(warp, 0), entry(warp + 1, 0), 0);
    words[at + FLOOR] = tick;
    words[at + WAIT] = (long) SmIssueCause.WAIT.ordinal() << FLOOR_CAUSE_SHIFT;
  }

  /** Returns the number of warps that have been in a slot: late data of an earlier is ignored. */
  public int generation(int warp) {
    return generation[warp];
  }

  public int row(int warp) {
    return (int) words[warp * WORDS + ROW];
  }

  /** Continues at a row of the current block. */
  public void row(int warp, int row) {
    int at = warp * WORDS + ROW;
    words[at] = words[at] & ~LOWER | row;
  }

  /** Continues at a row of a block that ends before another row. */
  public void rows(int warp, int row, int end) {
    words[warp * WORDS + ROW] = (long) end << END_SHIFT | row;
  }

  public boolean isAtEnd(int warp) {
    long rows = words[warp * WORDS + ROW];
    return (int) rows == (int) (rows >>> END_SHIFT);
  }

  /** Returns whether the current rows are a predicated side that no lane takes. */
  public boolean skips(int warp) {
    return (words[warp * WORDS + WAIT] & SKIPS) != 0;
  }

  public void skips(int warp, boolean whether) {
    int at = warp * WORDS + WAIT;
    words[at] = whether ? words[at] | SKIPS : words[at] & ~SKIPS;
  }

  /** Returns the earliest tick of the next row by the stall count, a branch or a barrier. */
  public long floor(int warp) {
    return words[warp * WORDS + FLOOR];
  }

  /** Sets the earliest tick of the next row, for no reason of its own. */
  public void floor(int warp, long until) {
    words[warp * WORDS + FLOOR] = until;
  }

  /** Sets the earliest tick of the next row by the stall count of the last one. */
  void stalls(int warp, long until) {
    words[warp * WORDS + FLOOR] = until;
    floorCause(warp, SmIssueCause.WAIT);
  }

  /** Delays the next row, for a reason. */
  void holds(int warp, long until, SmIssueCause why) {
    if (until > floor(warp)) {
      words[warp * WORDS + FLOOR] = until;
      floorCause(warp, why);
    }
  }

  private void floorCause(int warp, SmIssueCause why) {
    int at = warp * WORDS + WAIT;
    words[at] =
        words[at] & ~(0xFFL << FLOOR_CAUSE_SHIFT) | (long) why.ordinal() << FLOOR_CAUSE_SHIFT;
  }

  /** Returns the row that waits: the next one, or a barrier or end before it. */
  public int waitsAt(int warp) {
    return (int) words[warp * WORDS + WAIT];
  }

  /** Returns the ordinal of the {@link SmIssueCause} for which the warp waits. */
  public int cause(int warp) {
    return (int) (words[warp * WORDS + WAIT] >>> CAUSE_SHIFT) & 0xFF;
  }

  /** Sets when and why the warp may issue its next row, whatever the row waited for before. */
  public void waits(int warp, long until, Enum<?> why) {
    ready[warp] = until;
    int at = warp * WORDS + WAIT;
    words[at] = words[at] & ~(0xFFL << CAUSE_SHIFT) | (long) why.ordinal() << CAUSE_SHIFT;
  }

  /** Sets when and why the warp may issue, and the row that waits. */
  public void waits(int warp, long until, int why, int row) {
    ready[warp] = until;
    int at = warp * WORDS + WAIT;
    words[at] = words[at] & -1L << FLOOR_CAUSE_SHIFT | (long) why << CAUSE_SHIFT | row;
  }

  /** Sets when and why the warp may issue a row with a wait mask and entries of its own. */
  void waits(int warp, int row, int mask) {
    int at = warp * WORDS;
    long until = words[at + FLOOR];
    long wait = words[at + WAIT];
    int why = (int) (wait >>> FLOOR_CAUSE_SHIFT) & 0xFF;
    for (int left = mask; left != 0; left &= left - 1) {
      long counter = words[at + COUNTER + Integer.numberOfTrailingZeros(left)];
      long zero = zero(counter);
      if (zero > until) {
        until = zero;
        why = (counter & SLOW) != 0 ? LONG : SHORT;
      }
    }
    if (needed != null) {
      int first = entry(warp, 0);
      for (int i = needed.start[row]; i < needed.start[row + 1]; i++) {
        long entry = words[first + needed.values[i]];
        long zero = zero(entry);
        if (zero > until) {
          until = zero;
          why = (entry & SLOW) != 0 ? LONG : SHORT;
        }
      }
    }
    ready[warp] = until;
    words[at + WAIT] = wait & -1L << FLOOR_CAUSE_SHIFT | (long) why << CAUSE_SHIFT | row;
  }

  private static long zero(long counter) {
    return (counter & PENDING) != 0 ? NEVER : counter >> KNOWN_SHIFT;
  }

  /** Returns the last tick of a counter's operations whose tick is known. */
  long known(int warp, int counter) {
    return words[place(warp, counter)] >> KNOWN_SHIFT;
  }

  /** Increments a counter until a tick. */
  void counts(int warp, int counter, long until, boolean ofMemory) {
    int at = place(warp, counter);
    if (at > 0) {
      words[at] = until(words[at], until) & ~SLOW | (ofMemory ? SLOW : 0);
    }
  }

  /** Increments a counter until {@link #arrived}. */
  void awaits(int warp, int counter) {
    int at = place(warp, counter);
    if (at > 0) {
      words[at] = words[at] + ONE_PENDING | SLOW;
    }
  }

  /** Increments a counter until {@link #arrived}, for work in shared memory. */
  void awaitsShared(int warp, int counter) {
    int at = place(warp, counter);
    if (at > 0) {
      words[at] = words[at] + ONE_PENDING & ~SLOW;
    }
  }

  void arrived(int warp, int counter, long tick) {
    int at = place(warp, counter);
    if (at > 0) {
      words[at] = until(words[at] - ONE_PENDING, tick);
    }
  }

  private static long until(long counter, long tick) {
    return tick > counter >> KNOWN_SHIFT
        ? tick << KNOWN_SHIFT | counter & (1L << KNOWN_SHIFT) - 1
        : counter;
  }
}
