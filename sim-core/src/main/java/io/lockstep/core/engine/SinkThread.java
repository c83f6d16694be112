package io.lockstep.core.engine;

/** On which thread a sink runs; it sees the same in the same order. */
public enum SinkThread {
  /** On the threads of the simulation, one call at a time. */
  SAME,
  /**
   * The sink has a separate thread, for which the simulation waits only if a dispatch ring is full.
   */
  OWN
}
