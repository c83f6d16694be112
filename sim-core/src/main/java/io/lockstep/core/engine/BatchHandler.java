package io.lockstep.core.engine;

/**
 * Handles a run of events of one kind in one tick.
 *
 * <p>How a tick's events of a kind are cut into batches is not promised: a handler treats a batch
 * of n events exactly as n batches of one.
 */
@FunctionalInterface
public interface BatchHandler {
  /**
   * Runs on the partition's thread.
   *
   * @param tick the current time
   * @param batch the events in their order; valid during this call only
   */
  void onBatch(long tick, EventBatch batch);
}
