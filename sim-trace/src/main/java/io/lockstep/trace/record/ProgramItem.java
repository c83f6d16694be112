// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

/**
 * One item of a replayed host program, in a flat sequence: a step, and after a launch its
 * work-groups and its end. A mark replaces a missing item. Immutable.
 */
public sealed interface ProgramItem permits HostStep, WorkGroupRecord, LaunchEnd, ProgramItem.Mark {
  /** The program has no more items. */
  ProgramItem END = Mark.END;

  /** {@return the approximate size in bytes, for bounds on records in memory} */
  default long heldBytes() {
    return 64;
  }

  /**
   * Passes the item to a sink; marks are ignored.
   *
   * @param sink receives the item
   */
  void tell(ProgramSink sink);

  /** The reason why there is no item. */
  enum Mark implements ProgramItem {
    /** The last item has been delivered. */
    END;

    @Override
    public void tell(ProgramSink sink) {
      // marks are not part of the program
    }
  }
}
