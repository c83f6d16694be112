package io.lockstep.explain.uncertainty;

import java.util.List;

/**
 * The uncertainty of the ratio of two devices' times due to the ranges of figures: below 1 if the
 * device is faster than the base. In each sample both have the same quantiles of shared figures.
 * Immutable.
 *
 * @param base the device that is compared with
 * @param device the other one
 * @param nominal the ratio of the specifications as they are, at launch phase 0
 * @param interval of the ratio
 * @param samples that both were simulated in
 * @param faster in how many of them the device is faster than the base
 * @param influences figures that it comes from, the largest correlation first, three at most
 */
public record RatioUncertainty(
    String base,
    String device,
    double nominal,
    Interval interval,
    int samples,
    int faster,
    List<Influence> influences) {
  /**
   * Copies the collections.
   *
   * @param base the device that is compared with
   * @param device the other one
   * @param nominal the ratio of the specifications as they are
   * @param interval of the ratio
   * @param samples that both were simulated in
   * @param faster in how many of them the device is faster
   * @param influences figures that it comes from
   */
  public RatioUncertainty {
    influences = List.copyOf(influences);
  }

  /** {@return share of the samples in which the device is faster} */
  public double fasterShare() {
    return (double) faster / samples;
  }
}
