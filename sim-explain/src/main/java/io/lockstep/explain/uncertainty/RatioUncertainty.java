package io.lockstep.explain.uncertainty;

import java.util.List;

/**
 * The uncertainty of the ratio of two devices' times due to the ranges of figures: below 1 if the
 * device is faster than the base. In each sample both have the same quantiles of shared figures.
 *
 * @param base the reference
 * @param device the other one
 * @param nominal the ratio of the nominal specifications, at launch phase 0
 * @param interval of the ratio
 * @param samples that both were simulated in
 * @param faster in how many of them the device is faster than the base
 * @param influences at most three influential figures, the largest correlation first
 */
public record RatioUncertainty(
    String base,
    String device,
    double nominal,
    Interval interval,
    int samples,
    int faster,
    List<FigureInfluence> influences) {
  /**
   * Copies the collections.
   *
   * @param base the reference
   * @param device the other one
   * @param nominal the ratio of the nominal specifications
   * @param interval of the ratio
   * @param samples that both were simulated in
   * @param faster in how many of them the device is faster
   * @param influences influential figures
   */
  public RatioUncertainty {
    influences = List.copyOf(influences);
  }

  /** {@return share of the samples in which the device is faster} */
  public double fasterShare() {
    return (double) faster / samples;
  }
}
