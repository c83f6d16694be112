package io.lockstep.device.cdna.issue;

import io.lockstep.parts.state.SavedPart;
import java.util.Arrays;

/**
 * When the SIMDs of a unit are looked at next, and from when on they take more. The unit's loop
 * reads and writes the arrays itself.
 */
final class SimdTicks extends SavedPart {
  // A SIMD's words in free, the ticks from which on it takes more.
  static final int FREES = 5;
  static final int LOCAL = 0; // a look
  static final int VALU = 1;
  static final int SCALAR = 2;
  static final int BRANCHES = 3;
  static final int MATRIX = 4;

  final long[] nextLook;
  final long[] free; // FREES for each SIMD

  private final int visit;

  /**
   * @param visit clocks between two looks at one SIMD, a power of two
   */
  SimdTicks(int simds, int visit) {
    this.visit = visit;
    nextLook = state.keep(new long[simds]);
    Arrays.fill(nextLook, SlotState.NEVER);
    free = state.keep(new long[simds * FREES]);
  }

  /** Whether one of a SIMD's units takes more at a tick. */
  boolean isFree(int s, int unit, long tick) {
    return free[s * FREES + unit] <= tick;
  }

  /** The first visit of a SIMD at or after a tick. */
  long visitAt(int s, long tick) {
    return (tick - s + visit - 1 & -visit) + s;
  }

  /** The visit after one, given the first tick at which a wavefront is ready, by its next use. */
  long visitAfter(int s, long t, long other, long vector) {
    long next =
        vector == SlotState.NEVER
            ? other
            : Math.min(other, Math.max(vector, free[s * FREES + VALU]));
    return next == SlotState.NEVER ? next : visitAt(s, Math.max(next, t + visit));
  }
}
