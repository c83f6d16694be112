// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

import io.lockstep.run.Verdict;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;

/** The states of the points of a part, one byte each. Thread-safe. */
final class Tally {
  private static final byte MISSING = 0;
  // Failed because of this machine or run; may succeed in another run.
  private static final byte ASIDE = 1;
  private static final byte OTHERS = 2; // not in this part
  private static final byte FIRST = 3; // first of the states that represent verdicts

  private final byte[] states;
  private final long[] counts = new long[FIRST + Verdict.values().length];

  /**
   * @param points number of points of the whole sweep
   */
  Tally(long points, SweepPart part) {
    states = new byte[Math.toIntExact(points)];
    for (int i = 0; i < states.length; i++) {
      states[i] = part.has(i) ? MISSING : OTHERS;
      counts[states[i]]++;
    }
  }

  /** Records a row; an earlier repeatable outcome is kept. */
  synchronized void row(long point, Verdict verdict, boolean repeatable) {
    byte old = states[(int) point];
    if (old == MISSING || old == ASIDE) {
      set((int) point, repeatable ? (byte) (FIRST + verdict.ordinal()) : ASIDE);
    }
  }

  /** Marks a point of this part as missing. */
  synchronized void miss(long point) {
    if (states[(int) point] != OTHERS) {
      set((int) point, MISSING);
    }
  }

  private void set(int point, byte state) {
    counts[states[point]]--;
    states[point] = state;
    counts[state]++;
  }

  /** Marks the points that failed because of a machine or run as missing. */
  synchronized void retry() {
    for (int i = 0; i < states.length; i++) {
      if (states[i] == ASIDE) {
        set(i, MISSING);
      }
    }
  }

  synchronized boolean isMissing(long point) {
    return states[(int) point] == MISSING;
  }

  synchronized BitSet missing() {
    BitSet set = new BitSet();
    for (int i = 0; i < states.length; i++) {
      set.set(i, states[i] == MISSING);
    }
    return set;
  }

  synchronized Count count() {
    Map<Verdict, Long> rows = new EnumMap<>(Verdict.class);
    for (Verdict verdict : Verdict.values()) {
      rows.put(verdict, counts[FIRST + verdict.ordinal()]);
    }
    return new Count(rows, counts[ASIDE], counts[MISSING]);
  }
}
