// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/**
 * Schedules events of a partition. Times are in ticks of the device's fastest clock.
 *
 * <p>Events cannot be cancelled: an event that may become stale carries a generation number, in its
 * argument or in a record that the argument refers to, and its handler ignores old generations. Not
 * thread-safe; used by the partition's own handlers, and by any caller between runs.
 */
public interface Scheduler {
  /** {@return the current tick} */
  long now();

  /**
   * Schedules an event. At the current tick, a kind of a later phase joins the current pass; any
   * other opens a further pass. The number of passes is bounded.
   *
   * @param tick not before {@link #now()}
   * @param kind a kind of this partition
   * @param component a component of this partition
   * @param argument a number, or an index into a table of the caller
   * @throws EngineException if one of these conditions is violated
   */
  void at(long tick, EventKind kind, int component, int argument);

  /**
   * Schedules an event relative to now; see {@link #at}.
   *
   * @param delay ticks, not negative
   * @param kind a kind of this partition
   * @param component a component of this partition
   * @param argument passed to the kind's handler
   */
  void after(long delay, EventKind kind, int component, int argument);
}
