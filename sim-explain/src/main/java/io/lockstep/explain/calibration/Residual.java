// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

/**
 * The error of one row of a suite.
 *
 * @param simulated value of the unchanged device
 * @param weight weight of the row in sums of squares
 * @param left remaining error ln(expected / simulated) with the first candidate's implied value
 */
public record Residual(String id, double expected, double simulated, double weight, double left) {
  /** Returns ln(expected / simulated). */
  public double error() {
    return StrictMath.log(expected / simulated);
  }
}
