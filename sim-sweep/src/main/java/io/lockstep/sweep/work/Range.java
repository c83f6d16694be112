package io.lockstep.sweep.work;

/**
 * A range of indices of points.
 *
 * @param first from 0
 * @param last the last index, at least the first
 */
public record Range(long first, long last) {
  /**
   * Checks the order.
   *
   * @param first from 0
   * @param last the last index
   */
  public Range {
    if (first < 0 || last < first) {
      throw new IllegalArgumentException("points " + first + " to " + last);
    }
  }
}
