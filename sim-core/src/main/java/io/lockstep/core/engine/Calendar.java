package io.lockstep.core.engine;

/**
 * A partition as its ports, its wakers and what stands before its queue know it: the time, who may
 * schedule, what is being executed. A class with one heir rather than an interface, so that calls
 * are direct. Not thread-safe.
 */
abstract class Calendar {
  /** The current tick. */
  public abstract long now();

  /** Whether the caller may schedule. */
  abstract boolean isOpen();

  /** Whose event is being executed. */
  abstract int source();

  /** Schedules an event of a source, not before now. */
  abstract void schedule(long tick, EventKind kind, long event, int from);

  /** The path of a component, for people. */
  abstract String path(int component);

  /** Whether a tick is being executed. */
  abstract boolean isExecuting();

  /** Which event of the slice is being handled. */
  abstract int handled();

  /** How many events have been executed. */
  abstract long events();

  /** How much work has retired. */
  abstract long retired();
}
