package io.lockstep.core.engine;

/**
 * Sees every executed event once, in final order, after its handler: for statistics, timelines,
 * exports.
 *
 * <p>A sink reads; it must not schedule, send or change a model's state. It may lag behind the
 * simulation by up to a ring, and has seen everything when a run returns.
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
