package io.lockstep.execute.check;

/** What functional execution can look for beside the results; costs nothing where not asked for. */
public enum Check {
  /**
   * Data races: two accesses to a byte of local or global memory with no barrier between them, at
   * least one a write, not both atomic, by work-items of a group or by different groups of a
   * launch. Also computes the launch's smallest width.
   */
  RACES,
  /** Reads of local memory that nobody in the group has written. */
  UNINITIALISED
}
