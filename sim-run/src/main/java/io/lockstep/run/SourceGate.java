package io.lockstep.run;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Where a row's thread enters and leaves the common source, so that another thread knows whether it
 * is inside, and can lock it out permanently.
 */
final class SourceGate {
  private static final long SHUT = -1;

  /** How often the thread has gone through, both ways: odd while it is inside. */
  private final AtomicLong passages = new AtomicLong();

  /** Enters. */
  void enter() {
    long before = passages.get();
    if (before == SHUT || !passages.compareAndSet(before, before + 1)) {
      throw new IllegalStateException("the row has been given up");
    }
  }

  /** Leaves. */
  void leave() {
    long before = passages.get();
    if (before != SHUT) {
      passages.compareAndSet(before, before + 1);
    }
  }

  /** Changes whenever the thread goes through; for any thread. */
  long passages() {
    return passages.get();
  }

  /** Whether the row's thread is in the source; for any thread. */
  boolean isInside() {
    long now = passages.get();
    return now != SHUT && (now & 1) != 0;
  }

  /** Locks the source; returns whether no thread is inside. */
  boolean shut() {
    return (passages.getAndSet(SHUT) & 1) == 0;
  }
}
