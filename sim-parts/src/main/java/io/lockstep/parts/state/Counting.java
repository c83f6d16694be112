package io.lockstep.parts.state;

import io.lockstep.core.engine.Stateful;

/** A saved object with counters. */
public interface Counting extends Stateful {
  /** Resets its counters. */
  void resetCounters();
}
