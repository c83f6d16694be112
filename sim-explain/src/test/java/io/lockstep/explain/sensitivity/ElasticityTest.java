// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.explain.experiment.LogTimes;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ElasticityTest {
  private static final double LAW = -0.7;
  private static final double SMALL = 1e-6;

  /** Picoseconds of a device whose time follows a law, so many that rounding does not count. */
  private static long time(double figure, double residual) {
    return Math.round(1e12 * StrictMath.pow(figure, LAW) * residual);
  }

  @Test
  @DisplayName("a time that goes with a power of the figure has this power as its elasticity")
  void aPowerIsItsElasticity() {
    List<Long> base = List.of(time(100, 1));
    LogTimes.Mean both =
        Elasticity.of(
            100, base, List.of(80L, 120L), List.of(List.of(time(80, 1)), List.of(time(120, 1))), 0);
    assertThat(both.value()).isCloseTo(LAW, within(SMALL));
    assertThat(both.error()).isZero();
  }

  @Test
  @DisplayName("of a value on one side alone it is the slope from the device's own")
  void ofOneSideItIsTheSlopeFromTheDevicesOwn() {
    List<Long> base = List.of(time(100, 1));
    for (long value : List.of(50L, 80L, 130L)) {
      LogTimes.Mean one =
          Elasticity.of(100, base, List.of(value), List.of(List.of(time(value, 1))), Double.NaN);
      assertThat(one.value()).as("%d", value).isCloseTo(LAW, within(SMALL));
      assertThat(one.error()).isNaN();
    }
  }

  @Test
  @DisplayName("of several phases: their mean, and two standard errors of it, paired by phase")
  void ofSeveralPhasesTheirMeanAndTwoStandardErrorsOfIt() {
    // the same residual on both sides cancels; what is on one side alone does not
    List<Long> less = List.of(time(80, 1), time(80, 1.5), time(80, 0.7));
    List<Long> more = List.of(time(120, 1.01), time(120, 1.5), time(120, 0.7 / 1.01));
    LogTimes.Mean mean =
        Elasticity.of(100, List.of(1L, 2L, 3L), List.of(80L, 120L), List.of(less, more), 7);
    double run = StrictMath.log(1.5);
    double off = StrictMath.log(1.01) / run; // slopes: LAW + off, LAW, LAW - off
    assertThat(mean.value()).isCloseTo(LAW, within(SMALL));
    assertThat(mean.error()).isCloseTo(2 * off / Math.sqrt(3), within(SMALL));
  }

  @Test
  @DisplayName("of one phase: two standard errors as the device's own noise says, by the step")
  void ofOnePhaseTheErrorIsTheDevicesNoiseByTheStep() {
    double noise = 0.02;
    LogTimes.Mean one =
        Elasticity.of(
            100,
            List.of(time(100, 1)),
            List.of(80L, 120L),
            List.of(List.of(time(80, 1)), List.of(time(120, 1))),
            noise);
    assertThat(one.error())
        .isCloseTo(2 * noise * Math.sqrt(2) / StrictMath.log(1.5), within(SMALL));
  }
}
