package io.lockstep.observe;

/** A visitor that writes a timeline for people, and may hold a temporary file. */
interface TimelineWriter extends TimelineReader.Visitor, AutoCloseable {
  /** {@return intervals written so far; counters, requests without a bar and arrows are none} */
  long intervals();

  @Override
  default void close() {}
}
