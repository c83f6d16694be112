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

  /**
   * Approximate bytes that it holds, for windows bounded in bytes.
   *
   * @return approximate bytes
   */
  default long heldBytes() {
    return 64;
  }

  /**
   * Tells a sink of it; of a mark there is nothing to tell.
   *
   * @param sink is told
   */
  void tell(ProgramSink sink);

  /** Why there is no item. */
  enum Mark implements ProgramItem {
    /** There is no item yet: ask again when the producer has gone on. */
    STARVED,
    /** The last item has been delivered. */
    END;

    @Override
    public void tell(ProgramSink sink) {
      // No part of the program.
    }
  }
}
