// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

/** Waits until a memory unit is quiet; a fence follows the unit's unacknowledged writes. */
final class WriteDrain {
  private final TransactionEntry entry;
  private final RequestSender sender;
  private boolean active;
  private boolean fenceSent;

  WriteDrain(TransactionEntry entry, RequestSender sender) {
    this.entry = entry;
    this.sender = sender;
  }

  /** Whether no access is under way except unfenced writes. */
  boolean isQuiet() {
    return entry.isEmpty() && sender.isQuiet();
  }

  boolean isActive() {
    return active;
  }

  /** Begins to drain; returns false if the unit is quiet. */
  boolean begin(long tick) {
    if (isQuiet() && !entry.isUnfenced()) {
      return false;
    }
    active = true;
    fence(tick);
    return true;
  }

  void fence(long tick) {
    if (isActive() && entry.isUnfenced() && entry.isEmpty() && sender.room() > 0) {
      entry.fenced();
      fenceSent = true;
      sender.addFence();
      sender.flush(tick);
    }
  }

  void answered() {
    fenceSent = false;
  }

  /** Ends the drain if it is complete; returns true once. */
  boolean ends() {
    boolean ends = isActive() && isQuiet() && !entry.isUnfenced() && !fenceSent;
    if (ends) {
      active = false;
    }
    return ends;
  }
}
