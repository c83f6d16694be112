package io.lockstep.sweep.store;

import io.lockstep.io.Printable;

/**
 * A place of a segment that cannot be believed. What stood there is missing; everything else is not
 * concerned. Immutable.
 *
 * @param segment name of the file in the folder of results
 * @param offset byte at which it begins, from 0
 * @param kind what is wrong
 * @param what the same in words, with what was expected
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

  /** {@return file, byte and what is wrong, in one line} */
  public String text() {
    return Printable.of(segment + ": byte " + offset + ": " + what);
  }
}
