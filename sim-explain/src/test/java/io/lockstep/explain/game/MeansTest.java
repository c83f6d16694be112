// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MeansTest {
  private static final double SHARP = 1e-12;

  @Test
  void theMeanOfEqualValuesIsExactlyThatValue() {
    double[] tenths = new double[10];
    java.util.Arrays.fill(tenths, 0.1); // ten tenths added up are less than 1
    assertThat(Means.of(tenths)).isEqualTo(0.1);
    assertThat(Means.of(new double[] {1, 2, 6})).isCloseTo(3, within(SHARP));
  }

  @Test
  void theStandardErrorIsTheDeviationByTheRootOfTheNumber() {
    assertThat(Means.error(new double[] {4})).isZero();
    // deviation of 1, 3, 5, 7: the root of 20 / 3
    assertThat(Means.error(new double[] {1, 3, 5, 7}))
        .isCloseTo(Math.sqrt(20.0 / 3) / 2, within(SHARP));
    assertThat(Means.error(new double[] {1, 3})).isCloseTo(1, within(SHARP));
  }

  @Test
  void fewRepetitionsShareTheRootMeanSquareOfTheErrorsAboveZero() {
    double[][] few = {{1, 3}, {5, 5}, {0, 14}}; // errors 1, 0 and 7
    assertThat(Means.errors(few)).containsExactly(new double[] {5, 0, 5}, within(SHARP));
  }

  @Test
  void manyRepetitionsKeepTheirOwnErrors() {
    double[] one = new double[20];
    double[] other = new double[20];
    for (int k = 0; k < one.length; k++) {
      one[k] = k % 2;
      other[k] = 10 * (k % 2);
    }
    double error = Math.sqrt(20 * 0.25 / 19 / 20);
    assertThat(Means.errors(new double[][] {one, other}))
        .containsExactly(new double[] {error, 10 * error}, within(SHARP));
    assertThat(Means.errors(new double[0][])).isEmpty();
  }

  @Test
  void aDifferenceIsThatOfPairs() {
    assertThat(Means.difference(new double[] {5, 9}, new double[] {1, 3}))
        .isCloseTo(5, within(SHARP));
  }
}
