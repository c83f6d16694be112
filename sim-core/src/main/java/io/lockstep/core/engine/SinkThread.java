package io.lockstep.core.engine;

/** On which thread a sink runs; it sees the same in the same order. */
public enum SinkThread {
  /** On the threads of the simulation, one call at a time. */
  SAME,
  /** On one of its own, which the simulation waits for only where a dispatch ring is full. */
  OWN
}
