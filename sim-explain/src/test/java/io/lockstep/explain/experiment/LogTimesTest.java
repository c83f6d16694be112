// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LogTimesTest {
  private static final double SMALL = 1e-9;

  @Test
  @DisplayName("a change is the mean of the phases' factors, and what both have in common cancels")
  void aChangeIsThePairedMeanOfThePhases() {
    LogTimes.Mean same = LogTimes.change(List.of(100L, 300L, 50L), List.of(200L, 600L, 100L));
    assertThat(StrictMath.exp(same.value())).isCloseTo(2, within(SMALL));
    assertThat(same.error()).isCloseTo(0, within(SMALL));
    LogTimes.Mean other = LogTimes.change(List.of(100L, 100L), List.of(200L, 800L));
    assertThat(StrictMath.exp(other.value())).isCloseTo(4, within(SMALL));
    // two values d from their mean: deviation d·√2, standard error d
    assertThat(other.error()).isCloseTo(2 * StrictMath.log(2), within(SMALL));
  }

  @Test
  @DisplayName("one phase says nothing of errors or noise: not a number, not 0")
  void onePhaseSaysNothingOfErrors() {
    assertThat(LogTimes.change(List.of(100L), List.of(200L)).error()).isNaN();
    assertThat(LogTimes.noise(List.of(100L))).isNaN();
    assertThat(LogTimes.isQuiet(List.of(100L))).isFalse();
  }

  @Test
  @DisplayName("times that differ by a thousandth are quiet, by more they are not")
  void timesThatDifferByAThousandthAreQuiet() {
    assertThat(LogTimes.isQuiet(List.of(100_000L, 100_100L))).isTrue();
    assertThat(LogTimes.isQuiet(List.of(100_000L, 100_101L))).isFalse();
    assertThat(LogTimes.noise(List.of(100L, 400L)))
        .isCloseTo(StrictMath.log(2) * Math.sqrt(2), within(SMALL));
    assertThat(LogTimes.typical(List.of(100L, 400L))).isCloseTo(200, within(1e-6));
  }
}
