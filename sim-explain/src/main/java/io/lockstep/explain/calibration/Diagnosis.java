// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import io.lockstep.run.answer.Answer;
import java.util.List;

/**
 * The figures of a device, ranked by the share of a suite's errors that changing a figure would
 * remove.
 *
 * @param rows rows of the suite that have a value
 * @param error root mean square of the rows' logarithmic errors
 * @param candidates candidates in descending order of explained errors
 * @param unseen figures on which no row depends
 * @param stuck figures without a second legal value nearby
 */
public record Diagnosis(
    String device,
    List<Residual> rows,
    double error,
    List<CalibrationCandidate> candidates,
    List<String> unseen,
    List<String> stuck,
    int simulations,
    List<String> notes) {
  private static final double NOTHING = 1e-9;

  /** Declares the output of {@code sensitivity --suite}. */
  public static final Answer<Diagnosis> ANSWER =
      Answer.<Diagnosis>of("Diagnosis", "Output of sensitivity --suite with --format json.")
          .text("device", "As named by the user.", Diagnosis::device)
          .real("error", "Weighted root mean square of the rows' errors.", Diagnosis::error)
          .list(
              "suspects",
              "Calibration candidates, the largest share of explained errors first.",
              Diagnosis::candidates,
              CalibrationCandidate.ANSWER)
          .list("rows", "Rows of the suite that have a value.", Diagnosis::rows, Residual.ANSWER)
          .texts("no_effect", "Parameters on which no row depends.", Diagnosis::unseen)
          .texts("no_step", "Parameters without another legal value nearby.", Diagnosis::stuck)
          .integer("simulations", "Number of simulations.", Diagnosis::simulations)
          .texts("notes", "", Diagnosis::notes);

  public Diagnosis {
    rows = List.copyOf(rows);
    candidates = List.copyOf(candidates);
    unseen = List.copyOf(unseen);
    stuck = List.copyOf(stuck);
    notes = List.copyOf(notes);
  }

  /** Whether the suite has no errors; candidates are then sorted by response. */
  public boolean isMet() {
    return error < NOTHING;
  }
}
