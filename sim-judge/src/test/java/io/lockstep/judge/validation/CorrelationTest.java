// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CorrelationTest {
  // Anscombe, Graphs in Statistical Analysis, The American Statistician 27 (1973), first set.
  private static final double[] X = {10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5};
  private static final double[] Y = {
    8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68
  };

  @Test
  @DisplayName("Pearson's r of Anscombe's first set is the published 0.816")
  void pearsonsROfAnscombesFirstSetIsThePublished0816() {
    assertThat(Correlation.pearson(X, Y)).isPresent();
    assertThat(Correlation.pearson(X, Y).getAsDouble()).isCloseTo(0.81642, within(1e-5));
  }

  @Test
  @DisplayName("Spearman's rho of ten pairs without ties is 1 - 6 sum d^2 / (n (n^2 - 1))")
  void spearmansRhoOfTenPairsWithoutTiesIsWhatTheShortFormulaSays() {
    double[] iq = {106, 100, 86, 101, 99, 103, 97, 113, 112, 110};
    double[] hours = {7, 27, 2, 50, 28, 29, 20, 12, 6, 17};
    assertThat(Correlation.spearman(iq, hours).getAsDouble())
        .isCloseTo(1 - 6 * 194 / (10.0 * 99), within(1e-12));
  }

  @Test
  @DisplayName("equal values share the mean of their ranks")
  void equalValuesShareTheMeanOfTheirRanks() {
    double[] tied = {1, 2, 2, 3};
    double[] ranks = {1, 2.5, 2.5, 4};
    assertThat(Correlation.spearman(tied, new double[] {4, 1, 3, 9}).getAsDouble())
        .isCloseTo(
            Correlation.pearson(ranks, new double[] {3, 1, 2, 4}).getAsDouble(), within(1e-12));
  }

  @Test
  @DisplayName("what does not vary, or is one pair alone, has no correlation")
  void whatDoesNotVaryOrIsOnePairAloneHasNoCorrelation() {
    assertThat(Correlation.pearson(new double[] {1, 1, 1}, new double[] {1, 2, 3})).isEmpty();
    assertThat(Correlation.pearson(new double[] {1}, new double[] {2})).isEmpty();
  }
}
