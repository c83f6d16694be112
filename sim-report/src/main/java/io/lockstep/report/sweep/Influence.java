package io.lockstep.report.sweep;

import java.util.List;

/**
 * Sobol indices of a design's coordinates, for one workload and device. Immutable.
 *
 * @param of the workload, device and other varied quantities
 * @param note base points, those left out, or the reason why there are no indices
 * @param shares of the coordinates; empty if there are none
 */
public record Influence(String of, String note, List<Share> shares) {
  /**
   * A coordinate's shares of the variance.
   *
   * @param name of the parameter or figure
   * @param first first-order index
   * @param total total index, including interactions
   */
  public record Share(String name, Interval first, Interval total) {}

  /**
   * An estimate with its 95 % interval.
   *
   * @param value the estimate
   * @param low lower end of the interval
   * @param high upper end of the interval
   */
  public record Interval(double value, double low, double high) {}

  /**
   * Copied.
   *
   * @param of the workload, device and whatever else is varied beside
   * @param note base points, those left out, or why there are no indices
   * @param shares of the coordinates
   */
  public Influence {
    shares = List.copyOf(shares);
  }
}
