// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Records whether a row's thread is inside the common source, and can lock the thread out
 * permanently. All methods are thread-safe.
 */
final class SourceGate {
  private static final long SHUT = -1;

  /** Number of entries and exits; odd while the thread is inside the source. */
  private final AtomicLong passages = new AtomicLong();

  /**
   * @throws IllegalStateException if the gate is shut
   */
  void enter() {
    long before = passages.get();
    if (before == SHUT || !passages.compareAndSet(before, before + 1)) {
      throw new IllegalStateException("the row has been given up");
    }
  }

  void leave() {
    long before = passages.get();
    if (before != SHUT) {
      passages.compareAndSet(before, before + 1);
    }
  }

  /** Returns a value that changes with each entry and exit. */
  long passages() {
    return passages.get();
  }

  /** Returns whether the row's thread is in the source. */
  boolean isInside() {
    long now = passages.get();
    return now != SHUT && (now & 1) != 0;
  }

  /** Locks the source and returns whether the thread was outside. */
  boolean shut() {
    return (passages.getAndSet(SHUT) & 1) == 0;
  }
}
