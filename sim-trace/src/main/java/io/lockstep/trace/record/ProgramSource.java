package io.lockstep.trace.record;

import java.util.OptionalLong;

/**
 * A host program being replayed by one consumer, item by item: its steps in order, each launch with
 * its work-groups in id order and its end. One thread. {@link ProgramReader} reads it step by step.
 */
public interface ProgramSource extends AutoCloseable {
  /** What is known from the start. */
  Program program();

  /** How many work-groups all its launches have together, where that is known ahead. */
  default OptionalLong plannedGroups() {
    return OptionalLong.empty();
  }

  /** The next item; STARVED where there is none yet; END after the last one. */
  ProgramItem next();

  /** What came of it; only after END. */
  Outcome outcome();

  @Override
  void close();
}
