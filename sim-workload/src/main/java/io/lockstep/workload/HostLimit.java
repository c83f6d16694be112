package io.lockstep.workload;

import io.lockstep.io.InputException;

/** How many elements a step of the host takes. */
final class HostLimit {
  /** Most elements that one step computes or gathers. */
  static final long MOST = 1L << 28;

  private HostLimit() {}

  /** Refuses a step over more elements than a host gets done in reasonable time. */
  static void check(String where, long n) {
    if (n > MOST) {
      throw new InputException(
          where, "a step of the host takes at most " + MOST + " elements, found " + n);
    }
  }
}
