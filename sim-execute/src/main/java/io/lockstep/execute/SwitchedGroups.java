package io.lockstep.execute;

import io.lockstep.trace.record.WorkGroupRecord;
import java.util.Collection;

/** Groups of which one runs at a time, as their switcher sees them. */
interface SwitchedGroups {
  /** Room for another group. */
  SuspendedGroup newGroup();

  /** The group whose place this is runs from now on. */
  void install(SuspendedGroup g);

  /** A work-group begins in the place that is installed. */
  void begin(long group);

  /**
   * Goes on with the group that is installed.
   *
   * @param untilPolled whether it stops once work-items that waited have left their loop
   */
  GroupPause runPolling(boolean untilPolled);

  /** Goes on with a group where it was suspended. */
  void resume(SuspendedGroup g);

  /** Keeps what the group that was installed needs to go on. */
  void suspend(SuspendedGroup g);

  /** Whether polls that are taken back count for the budget of a group. */
  void chargePolls(boolean charge);

  /** Whether a group is the one that is installed. */
  boolean isRunning(SuspendedGroup g);

  /** What the group that has just ended did. */
  WorkGroupRecord record();

  /** What the group has printed; its place gets a new text. */
  PrintedText takePrinted(SuspendedGroup g);

  /** What is wrong where none of some groups can go on. */
  DeadlockReport deadlock(Collection<SuspendedGroup> groups);
}
