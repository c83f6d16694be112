// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.state.PrintedText;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.Collection;

/** Groups of a launch, of which one runs at a time, as seen by {@link GroupSwitcher}. */
interface SwitchedGroups {
  /** Creates the state of another group. */
  SuspendedGroup newGroup();

  /** Makes a group's state current, so that later calls apply to this group. */
  void install(SuspendedGroup g);

  /** Starts a work-group in the installed state. */
  void begin(long group);

  /**
   * Continues the installed group.
   *
   * @param untilPolled whether to stop once resumed work-items have left their loop
   */
  GroupPause runPolling(boolean untilPolled);

  /** Installs a suspended group and restores its registers and memories. */
  void resume(SuspendedGroup g);

  /** Saves the state that the installed group needs to continue. */
  void suspend(SuspendedGroup g);

  /** Sets whether polls that are removed from the record count against a group's budget. */
  void chargePolls(boolean charge);

  boolean isRunning(SuspendedGroup g);

  WorkGroupRecord record();

  /** Returns the text that a group has printed; the group's state gets a new text. */
  PrintedText takePrinted(SuspendedGroup g);

  /** Creates a report on groups of which none can continue. */
  DeadlockReport deadlock(Collection<SuspendedGroup> groups);
}
