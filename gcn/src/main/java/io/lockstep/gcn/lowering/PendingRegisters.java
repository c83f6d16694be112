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
    private int[] vectors = {}; // registers and ages, alternating
    private int[] locals = {};
    private boolean scalarOutstanding;
    private int lgkmOutstanding;

    private boolean holds(PendingRegisters now) {
      return scalarOutstanding == now.scalarOutstanding
          && lgkmOutstanding == now.lgkmOutstanding
          && Arrays.equals(vectors, now.vm.pairs())
          && Arrays.equals(locals, now.lgkm.pairs());
    }
  }

  /** Ages of the registers that wait for one counter; 0 for registers that do not wait. */
  static final class Ages {
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
    }

    private void clear() {
      while (count > 0) {
        set(pending[count - 1], 0);
      }
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

  /** Registers that wait for vector memory. */
  final Ages vm;

  /** Registers that wait for the LDS or scalar loads. */
  final Ages lgkm;

  boolean scalarOutstanding;
  int lgkmOutstanding;

  PendingRegisters(int registers) {
    vm = new Ages(registers);
    lgkm = new Ages(registers);
  }

  void restore(Snapshot s) {
    vm.clear();
    lgkm.clear();
    scalarOutstanding = false;
    lgkmOutstanding = 0;
    merge(s);
  }

  /** Merges another incoming path. */
  void merge(Snapshot s) {
    vm.merge(s.vectors);
    lgkm.merge(s.locals);
    scalarOutstanding |= s.scalarOutstanding;
    lgkmOutstanding = Math.max(lgkmOutstanding, s.lgkmOutstanding);
  }

  /** Saves the current state; returns whether it differs from the saved one. */
  boolean save(Snapshot into) {
    if (into.holds(this)) {
      return false;
    }
    into.vectors = vm.pairs();
    into.locals = lgkm.pairs();
    into.scalarOutstanding = scalarOutstanding;
    into.lgkmOutstanding = lgkmOutstanding;
    return true;
  }
}
