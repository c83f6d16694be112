package io.lockstep.device.cdna.issue;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import java.util.Arrays;

/**
 * Where the wavefronts of a unit are in their programs, when each can go on, and what it waits for,
 * by slot. The unit's loop reads and writes the arrays itself. Not thread-safe.
 */
final class SlotState {
  static final long NEVER = Long.MAX_VALUE;

  /** A wavefront's state where its ready tick is not known. */
  static final byte RUNS = 0;

  static final byte WAITS_FOR_COUNTER = 1;
  static final byte WAITS_FOR_VM_ROOM = 2;
  static final byte WAITS_FOR_LGKM_ROOM = 3;
  static final byte WAITS_FOR_UNIT = 4;
  static final byte WAITS_AT_BARRIER = 5;

  final int[] pc;
  final int[] end; // of its block
  final long[] ready;
  final byte[] why; // a Cause
  final byte[] state;

  SlotState(int slots) {
    pc = new int[slots];
    end = new int[slots];
    ready = new long[slots];
    Arrays.fill(ready, NEVER);
    why = new byte[slots];
    state = new byte[slots];
  }

  /** A wavefront has a slot, and has not started. */
  void placed(int w) {
    ready[w] = NEVER;
    why[w] = (byte) Cause.DEPENDENCY.ordinal();
    state[w] = RUNS;
  }

  void save(StateWriter out) {
    out.writeInts(pc);
    out.writeInts(end);
    out.writeLongs(ready);
    out.writeBytes(why);
    out.writeBytes(state);
  }

  void load(StateReader in) {
    System.arraycopy(in.readInts(), 0, pc, 0, pc.length);
    System.arraycopy(in.readInts(), 0, end, 0, end.length);
    System.arraycopy(in.readLongs(), 0, ready, 0, ready.length);
    System.arraycopy(in.readBytes(), 0, why, 0, why.length);
    System.arraycopy(in.readBytes(), 0, state, 0, state.length);
  }
}
