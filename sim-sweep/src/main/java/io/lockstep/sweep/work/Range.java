package io.lockstep.sweep.work;

/**
 * Indices of points, all between two. Immutable.
 *
 * @param first from 0
 * @param last of them, not before the first
 */
public record Range(long first, long last) {
  /**
   * Refuses what is no range.
   *
   * @param first from 0
   * @param last of them
   */
  public Range {
    if (first < 0 || last < first) {
      throw new IllegalArgumentException("points " + first + " to " + last);
    }
  }
}
