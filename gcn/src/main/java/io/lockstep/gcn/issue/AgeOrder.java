// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import java.util.function.IntPredicate;

/** Orders the wavefronts of each SIMD by age. The slots of SIMD s start at {@code s * perSimd}. */
final class AgeOrder {
  /** Wavefronts by age: for each SIMD, from the oldest, at {@link #first}, to the youngest. */
  final int[] order;

  private final int perSimd;
  private final int[] resident;

  AgeOrder(int simds, int perSimd) {
    this.perSimd = perSimd;
    order = new int[simds * perSimd];
    resident = new int[simds];
  }

  int simdOf(int w) {
    return w / perSimd;
  }

  int first(int s) {
    return s * perSimd;
  }

  int count(int s) {
    return resident[s];
  }

  /**
   * Returns the SIMD with the fewest wavefronts, searched from {@code from}; -1 if all are full.
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

  /** Places a wavefront on the SIMD with the fewest wavefronts; {@code from} wins ties. */
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

  void add(int s, int w) {
    order[first(s) + resident[s]++] = w;
  }

  void remove(int s, int w) {
    int base = first(s);
    int k = 0;
    while (order[base + k] != w) {
      k++;
    }
    System.arraycopy(order, base + k + 1, order, base + k, --resident[s] - k);
  }
}
