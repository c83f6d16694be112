package io.lockstep.report.sweep;

import java.util.List;
import java.util.Optional;

/**
 * A sweep's points by axes, with figures. Immutable.
 *
 * @param axes the varied quantities
 * @param figures names of the figures with their units, the first of which pages draw
 * @param points all of them, in the plan's order
 */
public record SweepGrid(List<GridAxis> axes, List<String> figures, List<GridPoint> points) {
  /**
   * Copies the lists.
   *
   * @param axes the varied quantities
   * @param figures names of the figures with their units
   * @param points all of them, in the plan's order
   */
  public SweepGrid {
    axes = List.copyOf(axes);
    figures = List.copyOf(figures);
    points = List.copyOf(points);
  }

  /** The number of the axis of a kind, if there is one. */
  Optional<Integer> axis(GridAxis.Kind kind) {
    for (int i = 0; i < axes.size(); i++) {
      if (axes.get(i).kind() == kind) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }
}
