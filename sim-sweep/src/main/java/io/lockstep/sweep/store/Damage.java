package io.lockstep.sweep.store;

import io.lockstep.io.Printable;

/**
 * A damaged place of a segment. Its outcome is missing; others are not affected. Immutable.
 *
 * @param segment name of the file in the folder of results
 * @param offset byte of its start, from 0
 * @param kind kind of damage
 * @param what description, with the expectation
 */
public record Damage(String segment, long offset, Kind kind, String what) {
  /** What is wrong with a place. */
  public enum Kind {
    /** The last line has no end: its writer was ended, or is just writing it. */
    TORN,
    /** A line's checksum is not that of its text. */
    CHECKSUM,
    /** The checksum is right, but the text is no outcome. */
    NO_OUTCOME,
    /** No segment, or one of another sweep; nothing of it is taken. */
    FOREIGN,
    /** Written by a later version; nothing of it is taken. */
    NEWER,
    /** The system does not let it be read. */
    UNREADABLE
  }

  /** {@return file, byte and problem, in one line} */
  public String text() {
    return Printable.of(segment + ": byte " + offset + ": " + what);
  }
}
