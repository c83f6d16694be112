// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/**
 * Receives every executed event once, in final order, after its handler, for example for
 * statistics.
 *
 * <p>A sink is passive: it must not schedule, send or change a model's state. Events come window by
 * window, within a window partition by partition, and within that in the order of execution, for
 * any number of threads. Their division into calls is unspecified. Calls are never concurrent, but
 * may come from different threads of the simulation.
 *
 * <p>A sink may lag behind the simulation by up to the size of the ring. When a run returns, a sink
 * has received all events.
 */
@FunctionalInterface
public interface EventSink {
  /**
   * Receives consecutive events of one kind and tick.
   *
   * @param tick tick of their execution
   * @param kind kind of the events
   * @param batch the events; valid during this call only
   */
  void onEvents(long tick, EventKind kind, EventBatch batch);
}
