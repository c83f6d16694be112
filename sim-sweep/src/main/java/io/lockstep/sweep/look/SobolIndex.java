package io.lockstep.sweep.look;

/**
 * The share of a figure's variance due to one coordinate of a design.
 *
 * @param name of the coordinate: a parameter or a figure that is set
 * @param first the first-order index
 * @param total the total index, including interactions
 */
public record SobolIndex(String name, Estimate first, Estimate total) {
  /**
   * A share with its 95 % interval. Estimates may lie a little below 0 or above 1.
   *
   * @param value the estimate
   * @param low end of the interval
   * @param high end of the interval
   */
  public record Estimate(double value, double low, double high) {}
}
