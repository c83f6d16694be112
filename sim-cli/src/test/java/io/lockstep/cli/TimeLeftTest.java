// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.cli.sweep.SweepProgress;
import io.lockstep.cli.terminal.TimeLeft;
import io.lockstep.run.Verdict;
import io.lockstep.sweep.work.Count;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Estimates under simulated clocks: four looks a second at tasks whose ends are known. */
class TimeLeftTest {
  private static final double LOOK = 0.25;

  private static long nanos(double seconds) {
    return Math.round(seconds * 1e9);
  }

  /** What is estimated after some seconds of a task; NaN where nothing is. */
  private static double left(DoubleUnaryOperator share, double until) {
    TimeLeft left = new TimeLeft();
    for (double t = LOOK; t <= until; t += LOOK) {
      left.look(nanos(t), share.applyAsDouble(t));
    }
    return left.left().isEmpty() ? Double.NaN : left.left().getAsLong() / 1e9;
  }

  /** Nothing for four seconds, a fourth of the rate for eight more, then the rest by 100 s. */
  private static double warming(double t) {
    double rate = 1 / (100 - 12 + 8 * 0.25);
    return rate * (0.25 * Math.max(0, Math.min(8, t - 4)) + Math.max(0, t - 12));
  }

  @Test
  @DisplayName("of a steady task is exact, however long it takes")
  void ofASteadyTaskIsExactHoweverLongItTakes() {
    assertThat(left(t -> t / 40, 10)).isCloseTo(30, within(0.01));
    assertThat(left(t -> t / 7200, 3600)).isCloseTo(3600, within(1.0));
  }

  @Test
  @DisplayName("discounts the warm-up, which the mean rate does not")
  void discountsTheWarmUpWhichTheMeanRateDoesNot() {
    double mean = 20 / warming(20) - 20;
    assertThat(mean).isGreaterThan(1.9 * 80); // what the share so far promises
    assertThat(left(TimeLeftTest::warming, 20)).isLessThan(1.3 * 80);
    assertThat(left(TimeLeftTest::warming, 25)).isCloseTo(75, within(2.0));
    for (double t = 10; t < 100; t++) {
      double left = left(TimeLeftTest::warming, t);
      assertThat(Double.isNaN(left) ? 0 : left).as("at %s s", t).isLessThan(2 * (100 - t) + 1);
    }
  }

  @Test
  @DisplayName("is not told before anybody can know it")
  void isNotToldBeforeAnybodyCanKnowIt() {
    assertThat(left(t -> t / 10, 4)).isNaN();
    assertThat(left(t -> t / 2000, 25)).isNaN(); // a hundredth is done
    assertThat(left(t -> t / 2000, 40)).isCloseTo(1960, within(1.0));
    assertThat(left(t -> t < 30 ? 0 : 0.5, 60)).isNaN(); // it got on once: no rate
  }

  @Test
  @DisplayName("counts down between steps, and goes by their rate")
  void countsDownBetweenStepsAndGoesByTheirRate() {
    DoubleUnaryOperator steps = t -> Math.floor(t / 6) / 10; // ten waves of six seconds
    assertThat(left(steps, 30)).isCloseTo(30, within(0.5));
    assertThat(left(steps, 33)).isCloseTo(27, within(0.5));
    assertThat(left(steps, 35)).isCloseTo(25, within(0.5));
  }

  @Test
  @DisplayName("of another phase is that phase's own")
  void ofAnotherPhaseIsThatPhasesOwn() {
    DoubleUnaryOperator two = t -> t < 20 ? t / 20 : (t - 20) / 80;
    assertThat(left(two, 60)).isCloseTo(40, within(0.5));
  }

  @Test
  @DisplayName("of a task that has become slow follows")
  void ofATaskThatHasBecomeSlowFollows() {
    DoubleUnaryOperator slows = t -> t < 10 ? t / 20 : 0.5 + (t - 10) / 200;
    assertThat(left(slows, 40)).isCloseTo(70, within(3.0));
  }

  @Test
  @DisplayName("of a sweep's points is by recent ones, too")
  void ofASweepsPointsIsByRecentOnesToo() {
    TimeLeft left = new TimeLeft();
    String text = "";
    for (int second = 1; second <= 30; second++) {
      int done =
          second < 10 ? second / 3 : 3 + 2 * (second - 10); // three in ten seconds, then two a s
      Count count = new Count(Map.of(Verdict.VERIFIED, (long) done), 0, 100 - done);
      text = SweepProgress.text(count, done, nanos(second), left);
    }
    assertThat(text).isEqualTo("43 of 100 points, 2.0 a second, 28 s left");
  }
}
