// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/**
 * Handles a run of events of one kind in one tick.
 *
 * <p>The division of a tick's events into batches is unspecified: a handler must treat a batch of n
 * events like n batches of one.
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
