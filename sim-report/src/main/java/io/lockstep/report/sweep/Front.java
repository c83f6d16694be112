package io.lockstep.report.sweep;

import java.util.List;

/**
 * Points that no other is better than in two figures, beside all others. Immutable.
 *
 * @param name of those that are beside each other, for example the workload
 * @param across name of the first figure with its unit
 * @param up name of the second
 * @param points all; those of the front in the order of the first figure
 */
public record Front(String name, String across, String up, List<Mark> points) {
  /**
   * A point.
   *
   * @param x the first figure
   * @param y the second
   * @param best whether it is on the front
   * @param words what it is
   */
  public record Mark(double x, double y, boolean best, String words) {}

  /**
   * Copied.
   *
   * @param name of those that are beside each other
   * @param across name of the first figure
   * @param up name of the second
   * @param points all
   */
  public Front {
    points = List.copyOf(points);
  }
}
