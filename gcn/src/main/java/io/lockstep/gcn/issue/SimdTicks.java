// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import java.util.Arrays;

/** The next visit of each SIMD, and the ticks at which the SIMD's resources are free. */
final class SimdTicks {
  // Offsets in {@code free}: the tick at which each resource of a SIMD becomes free.
  static final int FREES = 5;
  static final int LOCAL = 0; // the visit itself
  static final int VALU = 1;
  static final int SCALAR = 2;
  static final int BRANCHES = 3;
  static final int MATRIX = 4;

  final long[] nextLook;
  final long[] free; // FREES entries for each SIMD

  private final int visit;

  SimdTicks(int simds, int visit) {
    this.visit = visit;
    nextLook = new long[simds];
    Arrays.fill(nextLook, SlotState.NEVER);
    free = new long[simds * FREES];
  }

  boolean isFree(int s, int unit, long tick) {
    return free[s * FREES + unit] <= tick;
  }

  /** Returns the first visit of a SIMD at or after a tick. */
  long visitAt(int s, long tick) {
    return (tick - s + visit - 1 & -visit) + s;
  }

  /** Returns the next visit after {@code t} that can issue a vector or another instruction. */
  long visitAfter(int s, long t, long other, long vector) {
    long next =
        vector == SlotState.NEVER
            ? other
            : Math.min(other, Math.max(vector, free[s * FREES + VALU]));
    return next == SlotState.NEVER ? next : visitAt(s, Math.max(next, t + visit));
  }
}
