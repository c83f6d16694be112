package io.lockstep.device.g80.multiprocessor;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.state.PartState;
import java.util.Arrays;

/** Where each warp of a multiprocessor stands, as columns by slot. */
final class WarpTable implements Stateful {
  /** {@link #candidate}: something else has to happen first, or there is no warp. */
  static final long NEVER = Long.MAX_VALUE;

  /** Next row of the code. */
  final int[] row;

  /** Row after the block's last. */
  final int[] end;

  /** Earliest issue of the row, as far as the warp itself decides. */
  final long[] candidate;

  /** What the row needs beside the port. */
  final byte[] resource;

  /** Why the warp waits: {@link WarpIssueCause}. */
  final byte[] cause;

  /** The row that {@link #cause} is about: the next one, or a barrier or an end behind the warp. */
  final int[] waitsAt;

  /** No issue before: after a branch, a barrier, a loop. */
  final long[] floor;

  /** The number of warps that have had the slot, to ignore loads of earlier ones. */
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
