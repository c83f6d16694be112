package io.lockstep.explain.calibration;

import java.util.List;

/**
 * A figure that may be the wrong one. Immutable.
 *
 * @param rank 1 for those that explain most; those that predict the same have the same
 * @param figure its path
 * @param value that the device has
 * @param implied the legal value with which the suite comes nearest to what is expected
 * @param response largest change of a row's logarithm by a step of the figure
 * @param explained share of the squared logarithmic errors that is gone with it
 * @param remaining root mean square of the logarithmic errors that are left
 * @param simulated whether the suite was simulated with this value; else it is between steps
 * @param alike other figures that predict the same with their implied values
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
  /**
   * Copies the collections.
   *
   * @param rank 1 for those that explain most
   * @param figure its path
   * @param value that the device has
   * @param implied the legal value with which the suite comes nearest
   * @param response largest change of a row's logarithm by a step of the figure
   * @param explained share of the squared logarithmic errors that is gone with it
   * @param remaining root mean square of the logarithmic errors that are left
   * @param simulated whether the suite was simulated with this value
   * @param alike other figures that predict the same
   */
  public CalibrationCandidate {
    alike = List.copyOf(alike);
  }
}
