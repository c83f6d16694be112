// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

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
  public CalibrationCandidate {
    alike = List.copyOf(alike);
  }
}
