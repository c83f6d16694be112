package io.lockstep.core.engine;

/** Handles one event. The convenient form; {@link BatchHandler} is the fast one. */
@FunctionalInterface
public interface EventHandler {
  /**
   * Runs on the partition's thread.
   *
   * @param tick the current time
   * @param component whose event it is
   * @param argument what was passed to {@link Scheduler#at}
   */
  void onEvent(long tick, int component, int argument);
}
