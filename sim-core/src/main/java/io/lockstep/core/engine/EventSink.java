package io.lockstep.core.engine;

/**
 * Sees every executed event once, in final order, after its handler: for statistics, timelines,
 * exports.
 *
 * <p>A sink reads; it must not schedule, send or change a model's state. Events come window by
 * window, within a window partition by partition, and within that in the order of execution: the
 * same for any number of threads. How they are cut into calls may differ. Calls are never
 * concurrent, but may come from different threads of the simulation.
 *
 * <p>A sink may lag behind the simulation by up to a ring, and has seen everything when a run
 * returns done or at its limit.
 */
@FunctionalInterface
public interface EventSink {
  /**
   * Receives consecutive events of one kind and tick.
   *
   * @param tick when they were executed
   * @param kind their kind
   * @param batch the events; valid during this call only
   */
  void onEvents(long tick, EventKind kind, EventBatch batch);
}
