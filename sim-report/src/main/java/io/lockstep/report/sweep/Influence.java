package io.lockstep.report.sweep;

import java.util.List;

/**
 * Sobol indices of what a design draws, for one workload and device. Immutable.
 *
 * @param of the workload, device and whatever else is varied beside
 * @param note base points, those left out, or why there are no indices
 * @param shares of the coordinates; empty where there are none
 */
public record Influence(String of, String note, List<Share> shares) {
  /**
   * A coordinate's shares of the variance.
   *
   * @param name of the parameter or figure
   * @param first by itself
   * @param total with all it does together with others
   */
  public record Share(String name, Interval first, Interval total) {}

  /**
   * An estimate with its 95 % interval.
   *
   * @param value the estimate
   * @param low where the interval begins
   * @param high where it ends
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
