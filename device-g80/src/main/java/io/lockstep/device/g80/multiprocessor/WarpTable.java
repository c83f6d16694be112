// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.state.PartState;
import java.util.Arrays;

/** The state of each warp of a multiprocessor, as columns by slot. */
final class WarpTable implements Stateful {
  /** Value of {@link #candidate} if another event must come first, or the slot is empty. */
  static final long NEVER = Long.MAX_VALUE;

  final int[] row;

  /** Row after the block's last. */
  final int[] end;

  /** Earliest issue of the next row, without regard to resources. */
  final long[] candidate;

  /** The resource that the row needs besides the port. */
  final byte[] resource;

  /** Ordinal of the {@link WarpIssueCause} for which the warp waits. */
  final byte[] cause;

  /** The row to which {@link #cause} refers: the next one, or a preceding barrier or end. */
  final int[] waitsAt;

  /** Lower bound of the next issue after a branch, a barrier or a loop. */
  final long[] floor;

  /** Number of warps that have occupied the slot, to ignore loads of earlier ones. */
  final int[] generation;

  /** Whether the rows are a predicated side that no lane takes. */
  final boolean[] skips;

  private final PartState fields = new PartState();

  WarpTable(int warps) {
    row = fields.keep(new int[warps]);
    end = fields.keep(new int[warps]);
    candidate = fields.keep(new long[warps]);
    Arrays.fill(candidate, NEVER);
    resource = fields.keep(new byte[warps]);
    cause = fields.keep(new byte[warps]);
    waitsAt = fields.keep(new int[warps]);
    floor = fields.keep(new long[warps]);
    generation = fields.keep(new int[warps]);
    skips = fields.keep(new boolean[warps]);
  }

  @Override
  public void save(StateWriter out) {
    fields.save(out);
  }

  @Override
  public void load(StateReader in) {
    fields.load(in);
  }
}
