// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

/** Waits until a memory unit is quiet; a fence follows the unit's unacknowledged writes. */
final class WriteDrain {
  private static final int ACTIVE = 0; // boolean, like FENCE_SENT
  private static final int FENCE_SENT = 1;

  private final TransactionEntry entry;
  private final RequestSender sender;
  private final long[] at = new long[2];

  WriteDrain(TransactionEntry entry, RequestSender sender) {
    this.entry = entry;
    this.sender = sender;
  }

  /** Whether no access is under way except unfenced writes. */
  boolean isQuiet() {
    return entry.isEmpty() && sender.isQuiet();
  }

  boolean isActive() {
    return at[ACTIVE] != 0;
  }

  /** Begins to drain; returns false if the unit is quiet. */
  boolean begin(long tick) {
    if (isQuiet() && !entry.isUnfenced()) {
      return false;
    }
    at[ACTIVE] = 1;
    fence(tick);
    return true;
  }

  void fence(long tick) {
    if (isActive() && entry.isUnfenced() && entry.isEmpty() && sender.room() > 0) {
      entry.fenced();
      at[FENCE_SENT] = 1;
      sender.addFence();
      sender.flush(tick);
    }
  }

  void answered() {
    at[FENCE_SENT] = 0;
  }

  /** Ends the drain if it is complete; returns true once. */
  boolean ends() {
    boolean ends = isActive() && isQuiet() && !entry.isUnfenced() && at[FENCE_SENT] == 0;
    if (ends) {
      at[ACTIVE] = 0;
    }
    return ends;
  }
}
