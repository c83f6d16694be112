// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/** Time and events of a partition. A class instead of an interface for direct calls. */
abstract class Calendar {
  public abstract long now();

  /** Whether the caller may schedule. */
  abstract boolean isOpen();

  /** Returns the source of the event being executed. */
  abstract int source();

  /** Schedules an event of a source, not before now. */
  abstract void schedule(long tick, EventKind kind, long event, int from);

  abstract String path(int component);

  abstract boolean isExecuting();

  /** Returns the index of the event within the slice being handled. */
  abstract int handled();

  abstract long events();

  abstract long retired();
}
