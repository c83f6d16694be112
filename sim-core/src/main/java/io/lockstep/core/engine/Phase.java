package io.lockstep.core.engine;

/** The three parts of a tick, in this order. */
public enum Phase {
  /** Something reaches a component; it is only put into a queue or a table. */
  ARRIVE,
  /** Components look at everything that has arrived, in port order, and act. */
  WORK,
  /** Intervals are closed and counted, after all work of the pass. */
  ACCOUNT
}
