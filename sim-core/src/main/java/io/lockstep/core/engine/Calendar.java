// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/**
 * The clock and events of a partition. An abstract class rather than an interface, so that calls
 * can be devirtualized.
 */
abstract class Calendar {
  public abstract long now();

  /** Returns whether events may be scheduled now. */
  abstract boolean isOpen();

  /** Returns the source of the event being executed. */
  abstract int source();

  /** Schedules an event on behalf of a source; the tick must not be in the past. */
  abstract void schedule(long tick, EventKind kind, long event, int from);

  abstract String path(int component);

  abstract boolean isExecuting();

  /** Returns the index of the event within the slice being handled. */
  abstract int handled();

  abstract long events();

  abstract long retired();
}
