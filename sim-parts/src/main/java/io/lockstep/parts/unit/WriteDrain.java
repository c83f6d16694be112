package io.lockstep.parts.unit;

import io.lockstep.parts.state.SavedPart;

/**
 * A memory unit's wait for everything that was begun and written: a fence goes behind the writes
 * that nothing waits for, and all is done when it and everything else is answered. Not thread-safe.
 */
final class WriteDrain extends SavedPart {
  private static final int ACTIVE = 0; // 0 or 1, like the next
  private static final int FENCE_SENT = 1;

  private final TransactionEntry entry;
  private final RequestSender sender;
  private final long[] at = state.keep(new long[2]);

  WriteDrain(TransactionEntry entry, RequestSender sender) {
    this.entry = entry;
    this.sender = sender;
  }

  /** Whether nothing is under way, acknowledgements of unfenced writes aside. */
  boolean isQuiet() {
    return entry.isEmpty() && sender.isQuiet();
  }

  /** Whether the end is awaited. */
  boolean isActive() {
    return at[ACTIVE] != 0;
  }

  /** Begins to wait; false if there is nothing to wait for. */
  boolean begin(long tick) {
    if (isQuiet() && !entry.isUnfenced()) {
      return false;
    }
    at[ACTIVE] = 1;
    fence(tick);
    return true;
  }

  /** Sends the fence, if the end is awaited and there is room for it. */
  void fence(long tick) {
    if (isActive() && entry.isUnfenced() && entry.isEmpty() && sender.room() > 0) {
      entry.fenced();
      at[FENCE_SENT] = 1;
      sender.addFence();
      sender.flush(tick);
    }
  }

  /** The fence is answered. */
  void answered() {
    at[FENCE_SENT] = 0;
  }

  /** Whether the awaited end has come; true once. */
  boolean ends() {
    boolean ends = isActive() && isQuiet() && !entry.isUnfenced() && at[FENCE_SENT] == 0;
    if (ends) {
      at[ACTIVE] = 0;
    }
    return ends;
  }
}
