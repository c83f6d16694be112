// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import io.lockstep.explain.experiment.Decimals;
import io.lockstep.run.answer.Answer;
import java.util.Locale;

/**
 * The error of one row of a suite.
 *
 * @param simulated value of the unchanged device
 * @param weight weight of the row in sums of squares
 * @param left remaining error ln(expected / simulated) with the first candidate's implied value
 */
public record Residual(String id, double expected, double simulated, double weight, double left) {
  /** Declares the fields and columns of a row of the suite. */
  public static final Answer<Residual> ANSWER =
      Answer.<Residual>part()
          .text("id", "", Residual::id)
          .number("expected", "", r -> Decimals.significant(r.expected))
          .number("simulated", "", r -> Decimals.significant(r.simulated))
          .real("error", "ln(expected / simulated).", Residual::error)
          .real("left", "The error with the first candidate's implied value.", Residual::left)
          .real("weight", "Weight in sums of squared errors.", Residual::weight)
          .column("row", Residual::id)
          .column(">expected", r -> String.format(Locale.ROOT, "%.5g", r.expected))
          .column(">simulated", r -> String.format(Locale.ROOT, "%.5g", r.simulated))
          .column(">error", r -> deviation(r.error()))
          .column(">left with the first", r -> deviation(r.left));

  /** Formats the deviation of the simulated value from the expected value. */
  private static String deviation(double logarithm) {
    return Decimals.change(StrictMath.exp(-logarithm));
  }

  /** Returns ln(expected / simulated). */
  public double error() {
    return StrictMath.log(expected / simulated);
  }
}
