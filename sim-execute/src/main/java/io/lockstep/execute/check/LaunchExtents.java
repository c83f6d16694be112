// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.check;

import io.lockstep.execute.check.CheckedAccess.Kind;
import java.util.Arrays;

/**
 * The bytes of each buffer that a launch has accessed, as a range for each kind of access. Accesses
 * through textures and surfaces are not included. Not thread-safe.
 */
public final class LaunchExtents {
  private static final int KINDS = Kind.values().length;

  private final long[] from; // first accessed byte, by buffer and kind
  private final long[] to; // byte after the last accessed one; 0 if there was none
  private boolean complete = true;

  public LaunchExtents(int buffers) {
    from = new long[buffers * KINDS];
    to = new long[buffers * KINDS];
    Arrays.fill(from, Long.MAX_VALUE);
  }

  /** Records an access; {@code kind} is the ordinal of a {@link Kind}. */
  public void add(int buffer, int kind, long offset, int bytes) {
    int at = buffer * KINDS + kind;
    from[at] = Math.min(from[at], offset);
    to[at] = Math.max(to[at], offset + bytes);
  }

  /** Stops recording accesses. */
  public void stop() {
    complete = false;
  }

  /** {@return whether all accesses were recorded, except those through textures and surfaces} */
  public boolean isComplete() {
    return complete;
  }

  /** {@return the first byte with an access of a kind; meaningless if there was none} */
  public long from(int buffer, Kind kind) {
    return from[buffer * KINDS + kind.ordinal()];
  }

  /** {@return the exclusive end of the bytes with an access of a kind; 0 if there was none} */
  public long to(int buffer, Kind kind) {
    return to[buffer * KINDS + kind.ordinal()];
  }
}
