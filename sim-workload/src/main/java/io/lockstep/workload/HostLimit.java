// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.io.InputException;

final class HostLimit {
  /** Maximum number of elements that one step computes or gathers. */
  static final long MOST = 1L << 28;

  private HostLimit() {}

  /** Rejects a step with more elements than the host can process in reasonable time. */
  static void check(String where, long n) {
    if (n > MOST) {
      throw new InputException(
          where, "a step of the host takes at most " + MOST + " elements, found " + n);
    }
  }
}
