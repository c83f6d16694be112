package io.lockstep.explain.sensitivity;

import java.util.List;

/**
 * The device with another value of one figure.
 *
 * @param value of the figure, as in {@code --set}
 * @param factor of the time, mean over launch phases in logarithms
 * @param error two standard errors of the factor's logarithm; not a number if it is not known
 * @param picos time at each launch phase, from 0 on
 */
public record FigureStep(String value, double factor, double error, List<Long> picos) {
  /**
   * Copies the collections.
   *
   * @param value of the figure
   * @param factor of the time
   * @param error two standard errors of the factor's logarithm
   * @param picos time at each launch phase
   */
  public FigureStep {
    picos = List.copyOf(picos);
  }
}
