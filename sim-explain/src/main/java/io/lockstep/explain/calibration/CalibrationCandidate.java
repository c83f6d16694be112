package io.lockstep.explain.calibration;

import java.util.List;

/**
 * A figure that may be wrong.
 *
 * @param rank 1 for those that explain most; those with equal predictions share a rank
 * @param figure its path
 * @param value that the device has
 * @param implied the legal value with the smallest errors of the suite
 * @param response largest change of a row's logarithm by a step of the figure
 * @param explained share of the squared logarithmic errors that it removes
 * @param remaining root mean square of the remaining logarithmic errors
 * @param simulated whether the suite was simulated with this value; otherwise it is interpolated
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
  /**
   * Copies the collections.
   *
   * @param rank 1 for those that explain most
   * @param figure its path
   * @param value that the device has
   * @param implied the legal value with the smallest errors of the suite
   * @param response largest change of a row's logarithm by a step of the figure
   * @param explained share of the squared logarithmic errors that it removes
   * @param remaining root mean square of the remaining logarithmic errors
   * @param simulated whether the suite was simulated with this value
   * @param alike other figures with equal predictions
   */
  public CalibrationCandidate {
    alike = List.copyOf(alike);
  }
}
