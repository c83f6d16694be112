package io.lockstep.run.observe;

/** A visitor that writes a timeline for people, and may hold a temporary file. */
interface TimelineWriter extends TimelineReader.Visitor, AutoCloseable {
  @Override
  default void close() {}
}
