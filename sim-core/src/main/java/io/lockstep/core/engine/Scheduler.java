package io.lockstep.core.engine;

/**
 * Puts events on a partition's calendar. Times are in ticks of the device's fastest clock.
 *
 * <p>Cancelling is the caller's: an event that may become stale carries a generation number (in its
 * argument, or in the pooled record its argument points at), and its handler ignores generations
 * that have passed. Nothing is ever taken out of the queue.
 *
 * <p>Not thread-safe; for the partition's own handlers, and for anybody between runs.
 */
public interface Scheduler {
  /** {@return the current tick} */
  long now();

  /**
   * Schedules an event.
   *
   * <p>At the current tick, a kind of a later phase joins the current pass; any other opens a
   * further pass of the tick, of which there is a bounded number.
   *
   * @param tick when, not before {@link #now()}
   * @param kind a kind of this partition
   * @param component a component of this partition
   * @param argument a number, or an index into a table of the caller
   * @throws EngineException where one of these does not hold
   */
  void at(long tick, EventKind kind, int component, int argument);

  /**
   * Schedules an event some ticks from now; see {@link #at}.
   *
   * @param delay ticks, not negative; 0 is this tick
   * @param kind a kind of this partition
   * @param component number of the component that it belongs to
   * @param argument is handed to the kind's handler
   */
  void after(long delay, EventKind kind, int component, int argument);
}
