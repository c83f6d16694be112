package io.lockstep.trace.record;

/**
 * One item of a host program being replayed, in one flat sequence: a step, and after a launch its
 * work-groups and its end. Where there is no item, a mark says why. Immutable.
 */
public sealed interface ProgramItem permits HostStep, WorkGroupRecord, LaunchEnd, ProgramItem.Mark {
  /** Nothing yet: suspend and ask again later. */
  ProgramItem STARVED = Mark.STARVED;

  /** The program has no more items. */
  ProgramItem END = Mark.END;

  /** Approximate bytes that it holds, for windows bounded in bytes. */
  default long heldBytes() {
    return 64;
  }

  /** Tells a sink of it; of a mark there is nothing to tell. */
  void tell(ProgramSink sink);

  /** Why there is no item. */
  enum Mark implements ProgramItem {
    STARVED,
    END;

    @Override
    public void tell(ProgramSink sink) {
      // No part of the program.
    }
  }
}
