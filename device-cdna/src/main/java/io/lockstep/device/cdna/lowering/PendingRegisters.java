package io.lockstep.device.cdna.lowering;

import java.util.Arrays;

/**
 * What is outstanding at a place of the code: of each counter, the ages of the registers that wait
 * for it. Only those are looked at, which are few: how many others the program has does not matter.
 */
final class PendingRegisters {
  /** What was outstanding at the end of a block or at its begin. */
  static final class Snapshot {
    private int[] vectors = {}; // registers and their ages in turn
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

  /** Ages of the registers that wait for one counter, 0 for the others. */
  static final class Ages {
    private final int[] age;
    private final int[] place; // among the pending ones
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

    /** One more operation of the counter has been issued. */
    void grow(int most) {
      for (int k = 0; k < count; k++) {
        age[pending[k]] += age[pending[k]] <= most ? 1 : 0;
      }
    }

    /** At most so many operations are outstanding: older ones have returned. */
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

    private boolean merge(int[] pairs) {
      boolean changed = false;
      for (int k = 0; k < pairs.length; k += 2) {
        int now = age[pairs[k]];
        if (now == 0 || pairs[k + 1] < now) {
          set(pairs[k], pairs[k + 1]);
          changed = true;
        }
      }
      return changed;
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

  /** Waits for the counter of vector memory. */
  final Ages vm;

  /** Waits for the counter of the LDS and of scalar loads. */
  final Ages lgkm;

  boolean scalarOutstanding;
  int lgkmOutstanding;

  PendingRegisters(int registers) {
    vm = new Ages(registers);
    lgkm = new Ages(registers);
  }

  /** Goes to another place. */
  void restore(Snapshot s) {
    vm.clear();
    lgkm.clear();
    vm.merge(s.vectors);
    lgkm.merge(s.locals);
    scalarOutstanding = s.scalarOutstanding;
    lgkmOutstanding = s.lgkmOutstanding;
  }

  /** Joins another way of coming here; says whether anything became more pending. */
  boolean merge(Snapshot s) {
    boolean changed = vm.merge(s.vectors) | lgkm.merge(s.locals);
    changed |= s.scalarOutstanding && !scalarOutstanding || s.lgkmOutstanding > lgkmOutstanding;
    scalarOutstanding |= s.scalarOutstanding;
    lgkmOutstanding = Math.max(lgkmOutstanding, s.lgkmOutstanding);
    return changed;
  }

  /** Keeps what is outstanding here; says whether it is something else than was kept. */
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
