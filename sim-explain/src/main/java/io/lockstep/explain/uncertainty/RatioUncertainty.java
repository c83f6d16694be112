// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import io.lockstep.run.answer.Answer;
import io.lockstep.run.answer.Fields;
import java.util.List;
import java.util.function.Function;

/**
 * The uncertainty of the ratio of two devices' times due to the ranges of figures. In each draw
 * both devices have the same quantiles of shared figures.
 *
 * @param base the reference device
 * @param device the other device; faster than the base if the ratio is below 1
 * @param nominal ratio of the nominal specifications, at launch phase 0
 * @param draws number of draws in which both devices were simulated
 * @param faster number of these draws in which the device is faster than the base
 * @param influences at most three influential figures, the largest correlation first
 */
public record RatioUncertainty(
    String base,
    String device,
    double nominal,
    Interval interval,
    int draws,
    int faster,
    List<FigureInfluence> influences) {
  private static final Answer<RatioUncertainty> PLAIN =
      Answer.<RatioUncertainty>part()
          .text("base", "The reference device.", RatioUncertainty::base)
          .real("nominal", "Time of the device / time of the base.", RatioUncertainty::nominal)
          .real("low", "5th percentile of the draws' ratios.", r -> r.interval.low())
          .real("median", "50th percentile.", r -> r.interval.median())
          .real("high", "95th percentile.", r -> r.interval.high())
          .integer("samples", "Draws with both times.", RatioUncertainty::draws)
          .integer("faster", "Those in which the device is faster.", RatioUncertainty::faster);

  static final Answer<RatioUncertainty> ANSWER =
      Answer.<RatioUncertainty>part()
          .include(PLAIN, Function.identity())
          .text("device", "As named by the user.", RatioUncertainty::device)
          .include(FigureInfluence.CARRIERS, RatioUncertainty::influences);

  /** Writes the fields of the device's row in a table of results. */
  void writeRow(Fields to) {
    PLAIN.write(this, to);
    to.text("carriers", FigureInfluence.words(influences));
  }

  public RatioUncertainty {
    influences = List.copyOf(influences);
  }

  /** Returns the fraction of draws in which the device is faster. */
  public double fasterShare() {
    return (double) faster / draws;
  }
}
