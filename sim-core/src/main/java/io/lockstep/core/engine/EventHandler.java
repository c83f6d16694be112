// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/** Handles single events. {@link BatchHandler} is the fast alternative. */
@FunctionalInterface
public interface EventHandler {
  /**
   * Runs on the partition's thread.
   *
   * @param tick the current time
   * @param component the event's component
   * @param argument the argument passed to {@link Scheduler#at}
   */
  void onEvent(long tick, int component, int argument);
}
