// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import io.lockstep.device.nvidia.code.ControlBits;
import io.lockstep.parts.state.SavedPart;
import java.util.Arrays;

/** The state of each warp of a multiprocessor, as arrays indexed by slot. */
final class WarpTable extends SavedPart {
  /** A tick that an event must announce first, or that an empty slot has. */
  static final long NEVER = Long.MAX_VALUE;

  /** Counter of a warp's stores and reductions that memory has not acknowledged, for fences. */
  static final int STORES = ControlBits.COUNTERS;

  static final int STORES_MASK = 1 << STORES;

  private static final int COUNTERS = ControlBits.COUNTERS + 1;

  final int[] row;

  /** Row behind the last of the current block. */
  final int[] end;

  /** Earliest tick at which the next row may issue, whatever its pipe does. */
  final long[] ready;

  /** What the next row needs besides the port, as in {@link Pipes}. */
  final byte[] resource;

  /** Ordinal of the {@link SmIssueCause} for which the warp waits. */
  final byte[] cause;

  /** Row that waits: the next one, or a barrier or end before it. */
  final int[] waitsAt;

  /** Earliest tick of the next row by the stall count, a branch or a barrier. */
  final long[] floor;

  /** Ordinal of the reason of {@link #floor}. */
  final byte[] floorCause;

  /** Number of warps that have been in the slot: late data of an earlier one is ignored. */
  final int[] generation;

  /** Whether the current rows are a predicated side that no lane takes. */
  final boolean[] skips;

  private final long[] known; // by warp and counter: last tick of those whose tick is known
  private final int[] pending; // by warp and counter: operations whose tick is not known
  private final boolean[] slow; // by warp and counter: whether global memory set it last

  WarpTable(int warps) {
    row = state.keep(new int[warps]);
    end = state.keep(new int[warps]);
    ready = state.keep(new long[warps]);
    Arrays.fill(ready, NEVER);
    resource = state.keep(new byte[warps]);
    cause = state.keep(new byte[warps]);
    waitsAt = state.keep(new int[warps]);
    floor = state.keep(new long[warps]);
    floorCause = state.keep(new byte[warps]);
    generation = state.keep(new int[warps]);
    skips = state.keep(new boolean[warps]);
    known = state.keep(new long[warps * COUNTERS]);
    pending = state.keep(new int[warps * COUNTERS]);
    slow = state.keep(new boolean[warps * COUNTERS]);
  }

  void started(int warp) {
    generation[warp]++;
    skips[warp] = false;
    Arrays.fill(known, warp * COUNTERS, (warp + 1) * COUNTERS, 0);
    Arrays.fill(pending, warp * COUNTERS, (warp + 1) * COUNTERS, 0);
  }

  /** Delays the next row, for a reason. */
  void holds(int warp, long until, SmIssueCause why) {
    if (until > floor[warp]) {
      floor[warp] = until;
      floorCause[warp] = (byte) why.ordinal();
    }
  }

  /** Returns the last tick of a counter's operations whose tick is known. */
  long known(int warp, int counter) {
    return known[warp * COUNTERS + counter];
  }

  /** Increments a counter until a tick. */
  void counts(int warp, int counter, long until, boolean ofMemory) {
    if (counter < COUNTERS) {
      int i = warp * COUNTERS + counter;
      known[i] = Math.max(known[i], until);
      slow[i] = ofMemory;
    }
  }

  /** Increments a counter until {@link #arrived}. */
  void awaits(int warp, int counter) {
    if (counter < COUNTERS) {
      int i = warp * COUNTERS + counter;
      pending[i]++;
      slow[i] = true;
    }
  }

  void arrived(int warp, int counter, long tick) {
    if (counter < COUNTERS) {
      int i = warp * COUNTERS + counter;
      pending[i]--;
      known[i] = Math.max(known[i], tick);
    }
  }

  /** Sets when and why the warp may issue a row whose wait mask is given. */
  void waits(int warp, int mask) {
    long at = floor[warp];
    byte why = floorCause[warp];
    for (int left = mask; left != 0; left &= left - 1) {
      int i = warp * COUNTERS + Integer.numberOfTrailingZeros(left);
      long until = pending[i] > 0 ? NEVER : known[i];
      if (until > at) {
        at = until;
        why = slow[i] ? LONG : SHORT;
      }
    }
    ready[warp] = at;
    cause[warp] = why;
  }

  private static final byte LONG = (byte) SmIssueCause.LONG_SCOREBOARD.ordinal();
  private static final byte SHORT = (byte) SmIssueCause.SHORT_SCOREBOARD.ordinal();
}
