// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Quantiles are those of printed tables of Student's t. */
class PhaseTimesTest {
  @Test
  @DisplayName("the interval is t of n - 1 degrees times the deviation by the root of n")
  void theIntervalIsStudentsTTimesTheDeviationByTheRootOfTheCount() {
    PhaseTimes two = PhaseTimes.of(1_000_000, 3_000_000); // t = 12.706
    assertThat(two.mean()).isEqualTo(2_000_000);
    assertThat(two.deviation()).isEqualTo(1_414_214);
    assertThat(two.interval()).isCloseTo(12_706_000L, within(500L));
    PhaseTimes five = PhaseTimes.of(10_000, 20_000, 30_000, 40_000, 50_000); // t = 2.776
    assertThat(five.mean()).isEqualTo(30_000);
    assertThat(five.interval()).isCloseTo(19_630L, within(5L)); // 2.776 * 15,811 / 2.236
    assertThat(five.least()).isEqualTo(10_000);
    assertThat(five.most()).isEqualTo(50_000);
  }

  @Test
  @DisplayName("a single time has neither interval nor noise, and two of them say nothing")
  void aSingleTimeHasNeitherIntervalNorNoiseAndTwoOfThemSayNothing() {
    PhaseTimes one = PhaseTimes.of(7);
    assertThat(one).isEqualTo(new PhaseTimes(1, 7, 0, 0, 7, 7));
    assertThat(one.isWithinNoiseOf(PhaseTimes.of(8))).isEmpty();
  }

  @Test
  @DisplayName("Welch's test decides whether two means differ by noise")
  void welchsTestDecidesWhetherTwoMeansDifferByNoise() {
    PhaseTimes a = PhaseTimes.of(100, 102, 98, 101, 99);
    PhaseTimes near = PhaseTimes.of(101, 103, 99, 102, 100);
    PhaseTimes far = PhaseTimes.of(110, 112, 108, 111, 109);
    assertThat(a.isWithinNoiseOf(near)).contains(true); // 1 of 2.3
    assertThat(near.isWithinNoiseOf(a)).contains(true);
    assertThat(a.isWithinNoiseOf(far)).contains(false);
    assertThat(PhaseTimes.of(5, 5).isWithinNoiseOf(PhaseTimes.of(6, 6))).contains(false);
  }

  @Test
  @DisplayName("a single time is measured by the deviation of the other's")
  void singleAgainstMany() {
    PhaseTimes many = PhaseTimes.of(99_000, 100_000, 101_000); // t = 4.303, so 4,969
    assertThat(PhaseTimes.of(104_900).isWithinNoiseOf(many)).contains(true);
    assertThat(many.isWithinNoiseOf(PhaseTimes.of(105_100))).contains(false);
  }

  @Test
  @DisplayName("launch phases are the same in every run, differ, and the first is none")
  void launchPhasesAreTheSameInEveryRunDifferAndTheFirstIsNone() {
    assertThat(LaunchPhase.picos(0)).isZero();
    assertThat(IntStream.rangeClosed(1, 4).mapToLong(LaunchPhase::picos))
        .containsExactly(13_806_381L, 22_865_627L, 22_303_233L, 21_926_830L);
    assertThat(IntStream.range(0, 1000).mapToLong(LaunchPhase::picos))
        .doesNotHaveDuplicates()
        .allMatch(p -> p >= 0 && p < LaunchPhase.RANGE);
  }
}
