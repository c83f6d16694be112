// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sensitivity;

import io.lockstep.explain.experiment.LogTimes;
import io.lockstep.run.answer.Answer;
import java.util.List;

/**
 * The device with another value of one figure.
 *
 * @param value value in the syntax of {@code --set}
 * @param factor ratio of the time to the unmodified device's time, geometric mean over launch
 *     phases
 * @param error two standard errors of the factor's logarithm; NaN if unknown
 * @param picos time at each launch phase, picoseconds
 */
public record FigureStep(String value, double factor, double error, List<Long> picos) {
  static final Answer<FigureStep> ANSWER =
      Answer.<FigureStep>part()
          .text("value", "In the syntax of run --set.", FigureStep::value)
          .real("factor", "New time / old time, mean over launch phases.", FigureStep::factor)
          .realOrNull("error", "Two standard errors of the logarithm, or null.", FigureStep::error)
          .include(LogTimes.ANSWER, FigureStep::picos);

  /** Stands for the missing step of a parameter without another legal value. */
  static final FigureStep NONE = new FigureStep(null, Double.NaN, Double.NaN, List.of());

  public FigureStep {
    picos = List.copyOf(picos);
  }
}
