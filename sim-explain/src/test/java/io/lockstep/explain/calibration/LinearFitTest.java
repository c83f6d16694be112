// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LinearFitTest {
  private static final double[][] SLOPES = {{1, 0}, {0.5, 0.5}, {0, 2}, {0.25, -1}};
  private static final double[] EQUAL = {1, 1, 1, 1};

  private static double[] errors(double[][] slopes, double one, double other) {
    double[] errors = new double[slopes.length];
    for (int i = 0; i < errors.length; i++) {
      errors[i] = slopes[i][0] * one + slopes[i][1] * other;
    }
    return errors;
  }

  @Test
  @DisplayName("a step finds the change that made the errors, whatever the weights")
  void aStepFindsTheChangeThatMadeTheErrors() {
    for (double[] weights : new double[][] {EQUAL, {1, 4, 0, 2}}) {
      double[] step = new LinearFit(SLOPES, weights).step(errors(SLOPES, 0.3, -0.1));
      assertThat(step[0]).isCloseTo(0.3, within(1e-12));
      assertThat(step[1]).isCloseTo(-0.1, within(1e-12));
    }
  }

  @Test
  @DisplayName("variances are those of the normal equations")
  void variancesAreThoseOfTheNormalEquations() {
    LinearFit fit = new LinearFit(SLOPES, EQUAL);
    // The normal matrix is {{1.3125, 0}, {0, 5.25}}.
    assertThat(fit.variance(0)).isCloseTo(1 / 1.3125, within(1e-12));
    assertThat(fit.variance(1)).isCloseTo(1 / 5.25, within(1e-12));
    assertThat(fit.correlation(0, 1)).isCloseTo(0, within(1e-12));
    assertThat(fit.elasticity(1)).isEqualTo(2);
  }

  @Test
  @DisplayName("two parameters with the same effect are correlated, and share a step")
  void parametersWithTheSameEffectShareAStep() {
    double[][] same = {{1, 1}, {0.5, 0.5}, {2, 2}};
    LinearFit fit = new LinearFit(same, new double[] {1, 1, 1});
    assertThat(fit.correlation(0, 1)).isGreaterThan(0.999);
    double[] step = fit.step(errors(same, 0.4, 0));
    assertThat(step[0]).isCloseTo(0.2, within(1e-9));
    assertThat(step[1]).isCloseTo(0.2, within(1e-9));
  }
}
