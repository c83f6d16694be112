package io.lockstep.execute.check;

/** Optional checks of functional execution, without cost unless requested. */
public enum ExecutionCheck {
  /**
   * Data races: two accesses to a byte of local or global memory with no barrier between them, at
   * least one a write, not both atomic, by work-items of a group or by different groups of a
   * launch. Also computes the launch's smallest width.
   */
  RACES,
  /** Reads of local memory that no work-item of the group has written. */
  UNINITIALISED
}
