package io.lockstep.device.cdna.issue;

import io.lockstep.parts.state.SavedPart;
import java.util.Arrays;

/**
 * When the wavefronts of a unit can go on, and what each waits for, by slot. The unit's loop reads
 * and writes the arrays itself.
 */
final class SlotState extends SavedPart {
  static final long NEVER = Long.MAX_VALUE;

  /** A wavefront's state where its ready tick is not known. */
  static final byte RUNS = 0;

  static final byte WAITS_FOR_COUNTER = 1;
  static final byte WAITS_FOR_VM_ROOM = 2;
  static final byte WAITS_FOR_LGKM_ROOM = 3;
  static final byte WAITS_FOR_UNIT = 4;
  static final byte WAITS_AT_BARRIER = 5;
  static final byte WAITS_FOR_POLL = 6;

  /** Its code is done; it waits for its operations under way, whose ticks may be known. */
  static final byte ENDS = 7;

  final long[] ready;
  final byte[] why; // a Cause
  final byte[] mode;
  final int[] barrier; // the last barrier that it came to, as an instruction

  SlotState(int slots) {
    ready = state.keep(new long[slots]);
    Arrays.fill(ready, NEVER);
    why = state.keep(new byte[slots]);
    mode = state.keep(new byte[slots]);
    barrier = state.keep(new int[slots]);
  }

  /** A wavefront has a slot, and has not started. */
  void placed(int w) {
    ready[w] = NEVER;
    why[w] = (byte) GcnIssueCause.DEPENDENCY.ordinal();
    mode[w] = RUNS;
  }

  /** A wavefront can go on at a tick. */
  void runs(int w, long tick) {
    mode[w] = RUNS;
    ready[w] = tick;
  }

  /** A wavefront can go on at a tick, and says why not before. */
  void waitsUntil(int w, long tick, GcnIssueCause cause) {
    ready[w] = tick;
    why[w] = (byte) cause.ordinal();
  }

  /** When a wavefront can go on is not known; what it waits for will say. */
  void waitsFor(int w, byte what, GcnIssueCause cause) {
    ready[w] = NEVER;
    mode[w] = what;
    why[w] = (byte) cause.ordinal();
  }
}
