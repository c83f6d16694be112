package io.lockstep.execute;

import io.lockstep.execute.check.CheckedAccess.Kind;
import java.util.Arrays;

/**
 * Which bytes of each buffer a launch has accessed, from the first to the last of a kind. Textures
 * and surfaces are not among them. Not thread-safe.
 */
public final class LaunchExtents {
  private static final int KINDS = ShadowCells.KINDS;

  private final long[] from; // by buffer and kind
  private final long[] to; // 0 if there was no access
  private boolean complete = true;

  /**
   * @param buffers their number
   */
  LaunchExtents(int buffers) {
    from = new long[buffers * KINDS];
    to = new long[buffers * KINDS];
    Arrays.fill(from, Long.MAX_VALUE);
  }

  /**
   * Notes an access.
   *
   * @param kind as in {@link ShadowCells}, in the order of {@link Kind}
   */
  void add(int buffer, int kind, long offset, int bytes) {
    int at = buffer * KINDS + kind;
    from[at] = Math.min(from[at], offset);
    to[at] = Math.max(to[at], offset + bytes);
  }

  /** What follows is not noted. */
  void stop() {
    complete = false;
  }

  /** {@return whether all accesses have been noted, except those through textures and surfaces} */
  public boolean isComplete() {
    return complete;
  }

  /**
   * {@return the first byte accessed in a way}
   *
   * @param buffer number of the buffer
   * @param kind of access
   */
  public long from(int buffer, Kind kind) {
    return from[buffer * KINDS + kind.ordinal()];
  }

  /**
   * {@return the byte behind the last one accessed in a way; 0 if there was no such access}
   *
   * @param buffer number of the buffer
   * @param kind of access
   */
  public long to(int buffer, Kind kind) {
    return to[buffer * KINDS + kind.ordinal()];
  }
}
