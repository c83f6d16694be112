package io.lockstep.report.sweep;

import java.util.List;

/**
 * The Pareto front of points in two figures, and all other points. Immutable.
 *
 * @param name of the compared set, for example the workload
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
   * @param words description
   */
  public record Mark(double x, double y, boolean best, String words) {}

  /**
   * Copies the list.
   *
   * @param name of the compared set
   * @param across name of the first figure
   * @param up name of the second
   * @param points all
   */
  public Front {
    points = List.copyOf(points);
  }
}
