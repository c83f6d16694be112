// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import java.util.List;

/**
 * A figure that may be miscalibrated.
 *
 * @param rank rank by explained error, from 1; figures with equal predictions share a rank
 * @param value value of the device
 * @param implied the legal value with the smallest errors of the suite
 * @param response largest change of a row's logarithm between the device's value and a neighbouring
 *     one
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
