package io.lockstep.parts.state;

import io.lockstep.core.engine.Stateful;

/** Something that is saved and has counters. */
public interface Counting extends Stateful {
  /** Starts its counters anew. */
  void resetCounters();
}
