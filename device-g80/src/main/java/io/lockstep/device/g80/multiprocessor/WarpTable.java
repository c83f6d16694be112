// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import java.util.Arrays;

/** The state of each warp of a multiprocessor, as arrays indexed by slot. */
final class WarpTable {
  /** Value of {@link #candidate} if another event must come first, or if the slot is empty. */
  static final long NEVER = Long.MAX_VALUE;

  final int[] row;

  /** Index of the row after the last row of the current block. */
  final int[] end;

  /** Earliest tick at which the next row may issue, regardless of resources. */
  final long[] candidate;

  /** The resource that the next row needs in addition to the port. */
  final byte[] resource;

  /** Ordinal of the {@link WarpIssueCause} for which the warp waits. */
  final byte[] cause;

  /** The row to which {@link #cause} refers: the next row, or a preceding barrier or end. */
  final int[] waitsAt;

  /** Earliest tick of the next issue after a branch, a barrier or a loop. */
  final long[] floor;

  /** Number of warps that have occupied the slot, used to ignore the loads of earlier warps. */
  final int[] generation;

  /** Whether the current rows are the predicated side of a branch that no lane takes. */
  final boolean[] skips;

  WarpTable(int warps) {
    row = new int[warps];
    end = new int[warps];
    candidate = new long[warps];
    Arrays.fill(candidate, NEVER);
    resource = new byte[warps];
    cause = new byte[warps];
    waitsAt = new int[warps];
    floor = new long[warps];
    generation = new int[warps];
    skips = new boolean[warps];
  }
}
