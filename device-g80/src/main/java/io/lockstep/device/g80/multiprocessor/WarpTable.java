package io.lockstep.device.g80.multiprocessor;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.state.PartState;
import java.util.Arrays;

/** State of warps, in columns by slot. */
final class WarpTable implements Stateful {
  /** Of {@link #candidate}: another event comes first, or the slot is empty. */
  static final long NEVER = Long.MAX_VALUE;

  /** Next row. */
  final int[] row;

  /** Behind the block. */
  final int[] end;

  /** Earliest issue, regardless of resources. */
  final long[] candidate;

  /** Needed besides the port. */
  final byte[] resource;

  /** Ordinal of the awaited {@link WarpIssueCause}. */
  final byte[] cause;

  /** Row of {@link #cause}: the next one, or a preceding barrier or end. */
  final int[] waitsAt;

  /** Earliest issue after a branch, barrier or loop. */
  final long[] floor;

  /** Number of warps so far, to ignore loads of earlier ones. */
  final int[] generation;

  /** The rows are a predicated side without lanes. */
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
