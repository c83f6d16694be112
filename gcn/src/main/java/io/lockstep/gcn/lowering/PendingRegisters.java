// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import java.util.Arrays;

/**
 * Registers with outstanding memory operations at a point of the code, with their age by counter.
 * The cost of each step depends on the pending registers only, not on the size of the program.
 */
final class PendingRegisters {
  /** Outstanding operations at the start or end of a block. */
  static final class Snapshot {
    private final int[][] pairs; // by counter: registers and ages, alternating
    private final int[] outstanding;
    private final boolean[] unordered;

    Snapshot(int counters) {
      pairs = new int[counters][0];
      outstanding = new int[counters];
      unordered = new boolean[counters];
    }
  }

  /** Ages of the registers that wait for one counter; 0 for registers that do not wait. */
  static final class Ages {
    /** Operations of a counter with LDS operations, for which a barrier waits. */
    int outstanding;

    /** Whether an operation is outstanding that others of the counter may overtake. */
    boolean unordered;

    private final int[] age;
    private final int[] place; // index in the pending list
    private int[] pending = new int[16];
    private int count;

    private Ages(int registers) {
      age = new int[registers];
      place = new int[registers];
    }

    int of(int register) {
      return age[register];
    }

    void set(int register, int to) {
      if (to != 0 && age[register] == 0) {
        pending = count == pending.length ? Arrays.copyOf(pending, 2 * count) : pending;
        place[register] = count;
        pending[count++] = register;
      } else if (to == 0 && age[register] != 0) {
        pending[place[register]] = pending[--count];
        place[pending[count]] = place[register];
      }
      age[register] = to;
    }

    /** Ages all pending registers by one issued operation. */
    void grow(int most) {
      for (int k = 0; k < count; k++) {
        age[pending[k]] += age[pending[k]] <= most ? 1 : 0;
      }
    }

    /** Removes registers older than {@code most}, whose operations have returned. */
    void settle(int most) {
      for (int k = count - 1; k >= 0; k--) {
        if (age[pending[k]] > most) {
          set(pending[k], 0);
        }
      }
      outstanding = Math.min(outstanding, most);
      unordered &= most > 0;
    }

    private void clear() {
      while (count > 0) {
        set(pending[count - 1], 0);
      }
      outstanding = 0;
      unordered = false;
    }

    private void merge(int[] pairs) {
      for (int k = 0; k < pairs.length; k += 2) {
        int now = age[pairs[k]];
        if (now == 0 || pairs[k + 1] < now) {
          set(pairs[k], pairs[k + 1]);
        }
      }
    }

    private int[] pairs() {
      int[] sorted = Arrays.copyOf(pending, count);
      Arrays.sort(sorted);
      int[] pairs = new int[2 * count];
      for (int k = 0; k < count; k++) {
        pairs[2 * k] = sorted[k];
        pairs[2 * k + 1] = age[sorted[k]];
      }
      return pairs;
    }
  }

  final Ages[] counters;

  PendingRegisters(int registers, int counters) {
    this.counters = new Ages[counters];
    Arrays.setAll(this.counters, k -> new Ages(registers));
  }

  void restore(Snapshot s) {
    for (Ages ages : counters) {
      ages.clear();
    }
    merge(s);
  }

  /** Merges another incoming path. */
  void merge(Snapshot s) {
    for (int k = 0; k < counters.length; k++) {
      counters[k].merge(s.pairs[k]);
      counters[k].outstanding = Math.max(counters[k].outstanding, s.outstanding[k]);
      counters[k].unordered |= s.unordered[k];
    }
  }

  /** Saves the current state; returns whether it differs from the saved one. */
  boolean save(Snapshot into) {
    boolean changed = false;
    for (int k = 0; k < counters.length; k++) {
      Ages now = counters[k];
      int[] pairs = now.pairs();
      changed |=
          !Arrays.equals(pairs, into.pairs[k])
              || now.outstanding != into.outstanding[k]
              || now.unordered != into.unordered[k];
      into.pairs[k] = pairs;
      into.outstanding[k] = now.outstanding;
      into.unordered[k] = now.unordered;
    }
    return changed;
  }
}
