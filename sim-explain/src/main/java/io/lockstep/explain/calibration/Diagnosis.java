package io.lockstep.explain.calibration;

import java.util.List;

/**
 * Figures of a device, ranked by how much of a suite's errors another value explains.
 *
 * @param device its name
 * @param rows of the suite that have a value
 * @param error root mean square of the rows' logarithmic errors
 * @param candidates the first one explains most
 * @param unseen figures that no row depends on
 * @param stuck figures without another legal value near
 * @param simulations number of simulations
 * @param notes for readers
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

  /**
   * Copies the collections.
   *
   * @param device its name
   * @param rows of the suite that have a value
   * @param error root mean square of the rows' logarithmic errors
   * @param candidates the first one explains most
   * @param unseen figures that no row depends on
   * @param stuck figures without another legal value near
   * @param simulations number of simulations
   * @param notes for readers
   */
  public Diagnosis {
    rows = List.copyOf(rows);
    candidates = List.copyOf(candidates);
    unseen = List.copyOf(unseen);
    stuck = List.copyOf(stuck);
    notes = List.copyOf(notes);
  }

  /** {@return whether there is nothing to explain; candidates are then sorted by response} */
  public boolean isMet() {
    return error < NOTHING;
  }
}
