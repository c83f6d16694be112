package io.lockstep.device.cdna.issue;

import io.lockstep.parts.state.SavedPart;
import java.util.function.IntPredicate;

/**
 * The wavefronts of each SIMD, oldest first. The slots of SIMD s are those from s times the slots
 * of one.
 */
final class AgeOrder extends SavedPart {
  /** Wavefronts by their place: {@link #first} of the SIMD for its oldest, and so on. */
  final int[] order;

  private final int perSimd;
  private final int[] resident;

  AgeOrder(int simds, int perSimd) {
    this.perSimd = perSimd;
    order = state.keep(new int[simds * perSimd]);
    resident = state.keep(new int[simds]);
  }

  /** The SIMD that a slot belongs to. */
  int simdOf(int w) {
    return w / perSimd;
  }

  /** The first slot of a SIMD; {@link #order} has its wavefronts from there on. */
  int first(int s) {
    return s * perSimd;
  }

  /** How many wavefronts a SIMD has. */
  int count(int s) {
    return resident[s];
  }

  /**
   * The SIMD with the fewest wavefronts that has room, of several the next from a SIMD on in turn;
   * -1 if all are full.
   */
  int leastOccupied(int from) {
    int best = -1;
    for (int k = 0; k < resident.length; k++) {
      int s = (from + k) % resident.length;
      if (resident[s] < perSimd && (best < 0 || resident[s] < resident[best])) {
        best = s;
      }
    }
    return best;
  }

  /**
   * Gives a new wavefront the first free slot of the SIMD that has the fewest.
   *
   * @param from the SIMD that is next in turn
   * @param isFree whether a slot is
   */
  int place(int from, IntPredicate isFree) {
    int s = leastOccupied(from);
    for (int w = first(s); w < first(s + 1); w++) {
      if (isFree.test(w)) {
        add(s, w);
        return w;
      }
    }
    throw new IllegalStateException("no free wavefront slot");
  }

  /** Adds a wavefront, the youngest. */
  void add(int s, int w) {
    order[first(s) + resident[s]++] = w;
  }

  /** Takes a wavefront out. */
  void remove(int s, int w) {
    int base = first(s);
    int k = 0;
    while (order[base + k] != w) {
      k++;
    }
    System.arraycopy(order, base + k + 1, order, base + k, --resident[s] - k);
  }
}
