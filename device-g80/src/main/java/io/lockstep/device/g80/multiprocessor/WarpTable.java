package io.lockstep.device.g80.multiprocessor;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import java.util.Arrays;

/** Where each warp of a multiprocessor stands, as columns by slot. Not thread-safe. */
final class WarpTable {
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

  /** Why the warp waits: {@link Cause}. */
  final byte[] cause;

  /** No issue before: after a branch, a barrier, a loop. */
  final long[] floor;

  /** How many warps have had the slot: loads of earlier ones are nobody's. */
  final int[] generation;

  WarpTable(int warps) {
    row = new int[warps];
    end = new int[warps];
    candidate = new long[warps];
    Arrays.fill(candidate, NEVER);
    resource = new byte[warps];
    cause = new byte[warps];
    floor = new long[warps];
    generation = new int[warps];
  }

  void save(StateWriter out) {
    out.writeInts(row);
    out.writeInts(end);
    out.writeLongs(candidate);
    out.writeBytes(resource);
    out.writeBytes(cause);
    out.writeLongs(floor);
    out.writeInts(generation);
  }

  void load(StateReader in) {
    read(in, row);
    read(in, end);
    read(in, candidate);
    read(in, resource);
    read(in, cause);
    read(in, floor);
    read(in, generation);
  }

  static void read(StateReader in, int[] into) {
    System.arraycopy(in.readInts(), 0, into, 0, into.length);
  }

  static void read(StateReader in, long[] into) {
    System.arraycopy(in.readLongs(), 0, into, 0, into.length);
  }

  private static void read(StateReader in, byte[] into) {
    System.arraycopy(in.readBytes(), 0, into, 0, into.length);
  }
}
