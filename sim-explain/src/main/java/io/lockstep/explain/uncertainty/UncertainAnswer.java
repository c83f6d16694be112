// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import io.lockstep.explain.figures.UncertainFigure;
import io.lockstep.explain.roof.BindingPeak;
import io.lockstep.explain.roof.Roof;
import io.lockstep.run.answer.Answer;
import io.lockstep.run.format.ResultAnswer;
import java.util.List;
import java.util.Optional;

/**
 * Results with what is uncertain about them.
 *
 * @param uncertainty the uncertainty of their comparison, if figures were drawn
 * @param peaks the results that are limited by an uncertain peak
 */
public record UncertainAnswer(
    ResultAnswer results, Optional<Uncertainty> uncertainty, List<Limited> peaks) {
  /**
   * A result that is limited by an uncertain peak.
   *
   * @param result position of the result in the document, from 0
   */
  public record Limited(int result, BindingPeak peak) {
    static final Answer<Limited> ANSWER =
        Answer.<Limited>part()
            .integer("result", "Position of the result, from 0.", Limited::result)
            .text("device", "Its device.", l -> l.peak.device())
            .group("peak", "The peak that limits it.", l -> l.peak.roof(), Roof.ANSWER)
            .real("low", "Smallest peak of the ranges ÷ the modelled one.", l -> l.peak.least())
            .real("high", "Largest peak of the ranges ÷ the modelled one.", l -> l.peak.most())
            .list("parameters", "Uncertain ones.", l -> l.peak.figures(), UncertainFigure.ANSWER);
  }

  /** Declares the document. */
  public static final Answer<UncertainAnswer> ANSWER =
      Answer.<UncertainAnswer>of(
              "Results", "Output of compare, run, profile and sweep with --format json.")
          .include(ResultAnswer.ANSWER, UncertainAnswer::results)
          .group(
              "uncertainty",
              "With --uncertainty: effect of the ranges of parameters; docs/uncertainty.md.",
              a -> a.uncertainty.get(),
              Uncertainty.ANSWER)
          .when(a -> a.uncertainty.isPresent())
          .list(
              "uncertain_peaks",
              "Results that are limited by a peak that rests on uncertain parameters.",
              UncertainAnswer::peaks,
              Limited.ANSWER)
          .when(a -> !a.peaks.isEmpty());
}
