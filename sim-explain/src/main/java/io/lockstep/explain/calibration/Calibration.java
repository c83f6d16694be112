// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import io.lockstep.run.answer.Answer;
import java.util.List;

/**
 * Parameters of a device fitted to a suite. Errors are root mean squares of logarithms.
 *
 * @param device as named by the user
 */
public record Calibration(
    String device,
    Errors errors,
    List<FittedParameter> parameters,
    List<LeftOutGroup> groups,
    int simulations,
    List<String> notes) {
  /**
   * The errors of all rows.
   *
   * @param rows number of rows that have a value
   * @param before error of the device as it was
   * @param after error of the fitted device
   */
  public record Errors(int rows, double before, double after) {}

  /** Declares the output of {@code calibrate}. */
  public static final Answer<Calibration> ANSWER =
      Answer.<Calibration>of("Calibration", "Output of calibrate with --format json.")
          .text("device", "As named by the user.", Calibration::device)
          .integer("rows", "Rows of the suite that have a value.", c -> c.errors.rows)
          .real("before", "Root mean square of the rows' logarithmic errors.", c -> c.errors.before)
          .real("after", "The same with the fitted values.", c -> c.errors.after)
          .list("parameters", "", Calibration::parameters, FittedParameter.ANSWER)
          .list(
              "groups",
              "Groups of rows, each left out of a fit in turn; empty if there is only one.",
              Calibration::groups,
              LeftOutGroup.ANSWER)
          .integer("simulations", "Number of simulations.", Calibration::simulations)
          .texts("notes", "", Calibration::notes);

  public Calibration {
    parameters = List.copyOf(parameters);
    groups = List.copyOf(groups);
    notes = List.copyOf(notes);
  }
}
