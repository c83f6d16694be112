// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

/** Counts the ticks in which transfers but no kernels ran, which memory utilization includes. */
final class TransferTime {
  private int running; // transfers in progress
  private long upTo;
  private long alone;

  TransferTime() {}

  void begins(long tick, long kernels) {
    advance(tick, kernels);
    running++;
  }

  void ends(long tick, long kernels) {
    advance(tick, kernels);
    running--;
  }

  /** Counts the time up to a tick; call before the set of running kernels or transfers changes. */
  void advance(long tick, long kernels) {
    if (tick > upTo) {
      if (running > 0) {
        alone += Math.max(0, Math.min(tick, kernels) - upTo);
      }
      upTo = tick;
    }
  }

  long alone() {
    return alone;
  }

  void reset() {
    alone = 0;
  }
}
