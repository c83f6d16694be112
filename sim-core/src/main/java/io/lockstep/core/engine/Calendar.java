package io.lockstep.core.engine;

/**
 * The time and the events of a partition, as used by its ports, wakers and queue wrappers. A class
 * with a single subclass instead of an interface, so that calls are direct. Not thread-safe.
 */
abstract class Calendar {
  /** The current tick. */
  public abstract long now();

  /** Whether the caller may schedule. */
  abstract boolean isOpen();

  /** The source of the event being executed. */
  abstract int source();

  /** Schedules an event of a source, not before now. */
  abstract void schedule(long tick, EventKind kind, long event, int from);

  /** The path of a component, for people. */
  abstract String path(int component);

  /** Whether a tick is being executed. */
  abstract boolean isExecuting();

  /** Index of the event within the slice being handled. */
  abstract int handled();

  /** How many events have been executed. */
  abstract long events();

  /** How much work has retired. */
  abstract long retired();
}
