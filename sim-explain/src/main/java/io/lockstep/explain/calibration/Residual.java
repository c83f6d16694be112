package io.lockstep.explain.calibration;

/**
 * A row of the suite.
 *
 * @param id its name in the suite
 * @param expected value of the suite
 * @param simulated value of the unchanged device
 * @param weight in sums
 * @param left ln(expected / simulated) with the first candidate's implied value
 */
public record Residual(String id, double expected, double simulated, double weight, double left) {
  /** {@return ln(expected / simulated)} */
  public double error() {
    return StrictMath.log(expected / simulated);
  }
}
