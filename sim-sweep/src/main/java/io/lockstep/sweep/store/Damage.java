// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import io.lockstep.io.Printable;

/**
 * A damaged place in a segment. Its outcome is missing; other outcomes are not affected.
 *
 * @param segment name of the file in the results folder
 * @param offset byte at which the damage starts, from 0
 * @param what description of the damage
 */
public record Damage(String segment, long offset, Kind kind, String what) {
  public enum Kind {
    /** The last line has no line feed: its writer was killed, or is still writing. */
    TORN,
    /** The checksum of a line does not match its text. */
    CHECKSUM,
    /** The checksum is correct, but the text is not an outcome. */
    NO_OUTCOME,
    /** Not a segment, or a segment of another sweep; the file is ignored. */
    FOREIGN,
    /** Written by a later version; the file is ignored. */
    NEWER,
    UNREADABLE
  }

  public String text() {
    return Printable.of(segment + ": byte " + offset + ": " + what);
  }
}
