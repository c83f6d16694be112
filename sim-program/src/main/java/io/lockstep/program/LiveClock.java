// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import java.util.HashMap;
import java.util.Map;

/**
 * The clock that a program sees: nanoseconds that depend only on its calls, and on the device of
 * {@code --clock} if there is one, so that programs whose output or course depends on times give
 * the same trace each time. Not thread-safe.
 */
final class LiveClock {
  private static final long CALL_NANOS = 1000;
  private static final int INSTRUCTIONS_A_NANO = 64;
  private static final int BYTES_A_NANO = 8;

  private final Map<Integer, Long> events = new HashMap<>(); // never iterated
  private long now = CALL_NANOS;

  /** Advances by an operation of the device. */
  void advance(long instructions, long bytes) {
    now += CALL_NANOS + instructions / INSTRUCTIONS_A_NANO + bytes / BYTES_A_NANO;
  }

  /** Advances by an operation whose time is known. */
  void advance(long nanos) {
    now += CALL_NANOS + nanos;
  }

  /** Keeps the time for an event. */
  void stamp(int event) {
    events.put(event, now);
  }

  void release(int event) {
    events.remove(event);
  }

  /** Returns the time of an event, or the current time if it has none. No time is given twice. */
  long time(int event) {
    Long kept = event == 0 ? null : events.get(event);
    return kept == null ? now++ : kept;
  }
}
