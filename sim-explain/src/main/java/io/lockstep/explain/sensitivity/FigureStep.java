// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sensitivity;

import java.util.List;

/**
 * The device with another value of one figure.
 *
 * @param value value in the syntax of {@code --set}
 * @param factor ratio of the time to the unmodified device's time, geometric mean over launch
 *     phases
 * @param error two standard errors of the factor's logarithm; NaN if unknown
 * @param picos time at each launch phase, picoseconds
 */
public record FigureStep(String value, double factor, double error, List<Long> picos) {
  public FigureStep {
    picos = List.copyOf(picos);
  }
}
