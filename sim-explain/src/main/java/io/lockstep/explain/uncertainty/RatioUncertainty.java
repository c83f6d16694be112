// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import java.util.List;

/**
 * The uncertainty of the ratio of two devices' times due to the ranges of figures. In each sample
 * both devices have the same quantiles of shared figures.
 *
 * @param base the reference device
 * @param device the other device; faster than the base if the ratio is below 1
 * @param nominal ratio of the nominal specifications, at launch phase 0
 * @param samples number of samples in which both devices were simulated
 * @param faster number of these samples in which the device is faster than the base
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
  public RatioUncertainty {
    influences = List.copyOf(influences);
  }

  /** Returns the fraction of samples in which the device is faster. */
  public double fasterShare() {
    return (double) faster / samples;
  }
}
