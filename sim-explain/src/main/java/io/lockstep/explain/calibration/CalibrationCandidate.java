// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import io.lockstep.explain.experiment.Decimals;
import io.lockstep.run.answer.Answer;
import io.lockstep.spi.spec.Dimension;
import java.util.List;

/**
 * A figure that may be miscalibrated.
 *
 * @param rank rank by explained error, starting at 1; figures with equal predictions share a rank
 * @param value value of the device
 * @param implied the legal value that minimizes the suite's errors
 * @param response largest change of the logarithm of a row's result when the figure moves to a
 *     neighbouring value
 * @param explained fraction of the squared logarithmic errors that the implied value removes
 * @param remaining root mean square of the remaining logarithmic errors
 * @param simulated whether the suite was simulated with the implied value; otherwise its effect is
 *     interpolated
 * @param alike other figures with equal predictions
 */
public record CalibrationCandidate(
    int rank,
    String figure,
    String value,
    String implied,
    double response,
    double explained,
    double remaining,
    boolean simulated,
    List<String> alike) {
  /** Declares the fields of a candidate, and the columns of its row in the table. */
  public static final Answer<CalibrationCandidate> ANSWER =
      Answer.<CalibrationCandidate>part()
          .integer("rank", "From 1; equal effects share a rank.", CalibrationCandidate::rank)
          .text("figure", "Path of the parameter.", CalibrationCandidate::figure)
          .text("value", "Value of the device.", CalibrationCandidate::value)
          .text("implied", "Legal value with the smallest errors.", CalibrationCandidate::implied)
          .real(
              "response",
              "Largest change of a row's logarithm if the parameter changes by a fifth.",
              CalibrationCandidate::response)
          .real(
              "explained",
              "Fraction of the squared errors that the implied value removes.",
              CalibrationCandidate::explained)
          .real("remaining", "Remaining error, root mean square.", CalibrationCandidate::remaining)
          .flag(
              "simulated",
              "Whether the implied value was simulated; otherwise it is interpolated.",
              CalibrationCandidate::simulated)
          .texts("alike", "Parameters with equal effects on all rows.", CalibrationCandidate::alike)
          .cell(s -> String.join("; ", s.alike))
          .column(">rank", s -> String.valueOf(s.rank))
          .column("parameter", CalibrationCandidate::figure)
          .column(">value", s -> Dimension.readable(s.value))
          .column(">implied", s -> (s.simulated ? "" : "about ") + Dimension.readable(s.implied))
          .column(">explains", s -> Decimals.percent(s.explained, 1))
          .column(">left", s -> Decimals.percent(s.remaining, 2))
          .column("alike", s -> String.join(", ", s.alike))
          .lessImportant("alike", "value");

  public CalibrationCandidate {
    alike = List.copyOf(alike);
  }
}
