package io.lockstep.sweep.store;

import io.lockstep.io.Printable;

/**
 * A damaged place of a segment. Its outcome is missing; others are not affected.
 *
 * @param segment name of the file in the folder of results
 * @param offset byte of its start, from 0
 * @param kind kind of damage
 * @param what description, with the expectation
 */
public record Damage(String segment, long offset, Kind kind, String what) {
  /** The kind of damage. */
  public enum Kind {
    /** The last line has no end: its writer was killed, or is still writing it. */
    TORN,
    /** A line's checksum is not that of its text. */
    CHECKSUM,
    /** The checksum is correct, but the text is no outcome. */
    NO_OUTCOME,
    /** Not a segment, or one of another sweep, which is ignored. */
    FOREIGN,
    /** Written by a later version, and ignored. */
    NEWER,
    /** The file cannot be read. */
    UNREADABLE
  }

  /** {@return file, byte and problem, in one line} */
  public String text() {
    return Printable.of(segment + ": byte " + offset + ": " + what);
  }
}
