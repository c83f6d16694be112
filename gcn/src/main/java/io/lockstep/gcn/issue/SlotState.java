// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import java.util.Arrays;

/** Ready tick and stall reason of each wavefront; the issue loop accesses the arrays. */
final class SlotState {
  static final long NEVER = Long.MAX_VALUE;

  /** States of a wavefront, which are used while its ready tick is unknown. */
  static final byte RUNS = 0;

  static final byte WAITS_FOR_COUNTER = 1;
  static final byte WAITS_FOR_ROOM = 2;
  static final byte WAITS_FOR_UNIT = 3;
  static final byte WAITS_AT_BARRIER = 4;
  static final byte WAITS_FOR_POLL = 5;

  /** The wavefront has executed its code and waits for outstanding operations. */
  static final byte ENDS = 6;

  final long[] ready;
  final byte[] why; // ordinal of a GcnIssueCause
  final byte[] mode;
  final int[] barrier; // index of the barrier instruction that was reached last

  SlotState(int slots) {
    ready = new long[slots];
    Arrays.fill(ready, NEVER);
    why = new byte[slots];
    mode = new byte[slots];
    barrier = new int[slots];
  }

  void placed(int w) {
    ready[w] = NEVER;
    why[w] = (byte) GcnIssueCause.DEPENDENCY.ordinal();
    mode[w] = RUNS;
  }

  void runs(int w, long tick) {
    mode[w] = RUNS;
    ready[w] = tick;
  }

  void waitsUntil(int w, long tick, GcnIssueCause cause) {
    ready[w] = tick;
    why[w] = (byte) cause.ordinal();
  }

  /** Suspends a wavefront until an event resumes it. */
  void waitsFor(int w, byte what, GcnIssueCause cause) {
    ready[w] = NEVER;
    mode[w] = what;
    why[w] = (byte) cause.ordinal();
  }
}
