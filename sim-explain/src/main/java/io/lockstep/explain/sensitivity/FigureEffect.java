package io.lockstep.explain.sensitivity;

import io.lockstep.explain.figures.FigureKind;
import java.util.List;

/**
 * The effect of one figure on the time.
 *
 * @param figure its path
 * @param value that the device has
 * @param kind a quantity or a structural figure (on request one of the host)
 * @param seen whether there is an effect beyond the noise
 * @param elasticity of the time: its change in per cent for one per cent of the figure; not a
 *     number for structural figures and without another legal value
 * @param error two standard errors of the elasticity; not a number if they are not known
 * @param steps the values that were simulated, smaller ones first; of structural figures all
 *     choices or neighbours
 * @param message why there is no step, or only one; or empty
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
  /**
   * Copies the collections.
   *
   * @param figure its path
   * @param value that the device has
   * @param kind a quantity or a structural figure
   * @param seen whether there is an effect beyond the noise
   * @param elasticity of the time
   * @param error two standard errors of the elasticity
   * @param steps the values that were simulated
   * @param message why there is no step, or only one; or empty
   */
  public FigureEffect {
    steps = List.copyOf(steps);
  }

  /** {@return whether no other value could be simulated} */
  public boolean isStuck() {
    return steps.isEmpty();
  }

  /** {@return the largest effect of a step, as a logarithm without sign} */
  public double largest() {
    return steps.stream().mapToDouble(s -> Math.abs(StrictMath.log(s.factor()))).max().orElse(0);
  }
}
