// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample.strata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Estimates of a few members, by the formulas of textbooks on sampling. */
class StratumEstimateTest {
  private static final Offset<Double> EXACT = within(1e-9);
  private static final double[] NONE = {};
  private static final double[] ONE_TO_SIX = {1, 2, 3, 4, 5, 6};
  private static final int[] MEASURED = {0, 2, 5};

  private static StratumEstimate of(double[] known, double... values) {
    return new StratumEstimate(6, known, MEASURED, values);
  }

  @Test
  void withoutANumberOthersCostTheMean() {
    StratumEstimate mean = of(NONE, 10, 20, 60);
    assertThat(mean.predicted(1)).isCloseTo(30, EXACT);
    assertThat(mean.weight(0)).isEqualTo(mean.weight(2)).isCloseTo(1, EXACT);
    assertThat(mean.degrees()).isEqualTo(2);
    assertThat(mean.residual()).isCloseTo((400 + 100 + 900) / 2.0, EXACT);
    assertThat(mean.variance()).isCloseTo((3 + 9 / 3.0) * 700, EXACT);
  }

  @Test
  void valuesOnALineGiveThoseOfTheOthers() {
    StratumEstimate line = of(ONE_TO_SIX, 5, 9, 15); // 3 + 2 x
    assertThat(line.predicted(1)).isCloseTo(7, EXACT);
    assertThat(line.predicted(4)).isCloseTo(13, EXACT);
    double others = line.weight(0) * 5 + line.weight(1) * 9 + line.weight(2) * 15;
    assertThat(others).isCloseTo(7 + 11 + 13, EXACT);
    assertThat(line.weight(0) + line.weight(1) + line.weight(2)).isCloseTo(3, EXACT);
    assertThat(line.degrees()).isEqualTo(1);
    assertThat(line.residual()).isCloseTo(0, EXACT);
  }

  @Test
  void theLineIsThatOfLeastSquares() {
    StratumEstimate line =
        new StratumEstimate(6, ONE_TO_SIX, new int[] {0, 1, 5}, new double[] {5, 9, 17});
    double slope = (3 * 125 - 9 * 31) / (3 * 41 - 81.0); // of the normal equations
    double at0 = (31 - slope * 9) / 3;
    assertThat(line.predicted(3)).isCloseTo(at0 + slope * 4, EXACT);
    double squares = 0;
    double[] x = {1, 2, 6};
    double[] y = {5, 9, 17};
    for (int i = 0; i < x.length; i++) {
      squares += Math.pow(y[i] - at0 - slope * x[i], 2);
    }
    assertThat(line.residual()).isCloseTo(squares, EXACT);
    double distance = 3 + 4 + 5 - 3 * 9 / 3.0;
    double spread = 41 - 81 / 3.0;
    assertThat(line.variance())
        .isCloseTo((3 + 9 / 3.0 + distance * distance / spread) * squares, EXACT);
  }

  @Test
  void aNumberThatDoesNotVaryIsNone() {
    StratumEstimate mean = of(new double[] {4, 1, 4, 2, 3, 4}, 10, 20, 60);
    assertThat(mean.predicted(1)).isCloseTo(30, EXACT);
    assertThat(mean.degrees()).isEqualTo(2);
  }

  @Test
  void ofOneMemberTheDeviationIsUnknown() {
    StratumEstimate one = new StratumEstimate(2, NONE, new int[] {1}, new double[] {7});
    assertThat(one.degrees()).isZero();
    assertThat(one.residual()).isZero();
    assertThat(one.variance()).isZero();
    assertThat(one.weight(0)).isCloseTo(1, EXACT);
  }
}
