// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sensitivity;

import io.lockstep.explain.figures.FigureKind;
import java.util.List;

/**
 * The effect of one figure on the time.
 *
 * @param value value of the device
 * @param kind kind of the figure: a quantity, a structural figure, or a host figure if requested
 * @param seen whether the effect exceeds the noise
 * @param elasticity change of the time in per cent for one per cent of the figure; NaN for
 *     structural figures and for figures with a single legal value
 * @param error two standard errors of the elasticity; NaN if unknown
 * @param steps simulated values, smaller ones first; for structural figures all choices, or the
 *     neighbouring numbers
 * @param message reason for fewer than two steps, or empty
 */
public record FigureEffect(
    String figure,
    String value,
    FigureKind kind,
    boolean seen,
    double elasticity,
    double error,
    List<FigureStep> steps,
    String message) {
  public FigureEffect {
    steps = List.copyOf(steps);
  }

  /** Whether no other value could be simulated. */
  public boolean isStuck() {
    return steps.isEmpty();
  }

  /** Returns the largest effect of a step, as the absolute value of its logarithm. */
  public double largest() {
    return steps.stream().mapToDouble(s -> Math.abs(StrictMath.log(s.factor()))).max().orElse(0);
  }
}
