// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

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
