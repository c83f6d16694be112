package io.lockstep.execute;

/** One compiled operation: works on a whole set of work-items at a time. */
interface Step {
  /** Executes the operation for a set of work-items. */
  void run(ActiveLanes lanes);
}
