// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class RateEstimateTest {
  private static final int ROUND = 100;
  private static final long ROUNDS = 1000;

  private final SamplePlan plan = SamplePlan.of(ROUNDS * ROUND, ROUND, 0, 8).orElseThrow();

  /** Integrates a rate, in ticks per work-group, over the measured halves of the windows. */
  private RateEstimate estimate(DoubleUnaryOperator rate) {
    long[] first = new long[plan.windows()];
    long[] second = new long[plan.windows()];
    for (int k = 0; k < first.length; k++) {
      first[k] = Math.round(ticks(rate, plan.start(k), plan.middle(k)));
      second[k] = Math.round(ticks(rate, plan.middle(k), plan.end(k)));
    }
    return new RateEstimate(plan, GapLoad.ofGroups(plan), first, second, 0);
  }

  private static double ticks(DoubleUnaryOperator rate, long from, long to) {
    double sum = 0;
    for (long g = from; g < to; g++) {
      sum += rate.applyAsDouble(g + 0.5);
    }
    return sum;
  }

  private double exact(DoubleUnaryOperator rate) {
    double sum = 0;
    for (int k = 1; k < plan.windows(); k++) {
      sum += ticks(rate, plan.end(k - 1), plan.start(k));
    }
    return sum;
  }

  private void isCovered(DoubleUnaryOperator rate) {
    RateEstimate e = estimate(rate);
    assertEquals(exact(rate), e.ticks(), e.interval());
  }

  @Test
  void isExactForAConstantRateWithTheLeastInterval() {
    RateEstimate e = estimate(g -> 7);
    assertEquals(exact(g -> 7), e.ticks());
    assertEquals(Math.round(0.01 * e.ticks()), e.interval());
  }

  @Test
  void isExactForALinearRate() {
    DoubleUnaryOperator linear = g -> 5 + g / 1000;
    RateEstimate e = estimate(linear);
    assertEquals(exact(linear), e.ticks(), 1e-6 * e.ticks());
    assertEquals(0.01, (double) e.interval() / e.ticks(), 1e-3);
  }

  @Test
  void coversACurvedRate() {
    isCovered(g -> 5 + 3 * Math.sin(g / 20_000));
    isCovered(g -> 5 + 20 * Math.exp(-g / 3000));
    isCovered(g -> 1 + Math.pow(g / 30_000, 2));
  }

  @Test
  void hasAWiderIntervalForNoisyWindows() {
    Random random = new Random(3);
    double[] noise = random.doubles(ROUNDS).map(d -> 20 * (d - 0.5)).toArray();
    RateEstimate noisy = estimate(g -> 20 + noise[(int) (g / ROUND)]);
    assertTrue(noisy.interval() > 2 * estimate(g -> 20).interval());
  }

  @Test
  void coversMostNoisyRates() {
    Random random = new Random(5);
    int covered = 0;
    for (int i = 0; i < 200; i++) {
      double[] noise = random.doubles(ROUNDS).map(d -> 20 * (d - 0.5)).toArray();
      DoubleUnaryOperator rate = g -> 20 + noise[(int) (g / ROUND)];
      RateEstimate e = estimate(rate);
      covered += Math.abs(exact(rate) - e.ticks()) <= e.interval() ? 1 : 0;
    }
    assertTrue(covered >= 185, covered + " of 200");
  }

  @Test
  void addsAChangeWithinTheWindows() {
    long[] first = new long[plan.windows()];
    long[] second = new long[plan.windows()];
    for (int k = 0; k < first.length; k++) {
      first[k] = 3000 + k % 2;
      second[k] = 3300;
    }
    RateEstimate e = new RateEstimate(plan, GapLoad.ofGroups(plan), first, second, 0);
    assertEquals(0.1, (double) e.interval() / e.ticks(), 0.01);
  }

  @Test
  void weightsSumToTheEstimatedGroups() {
    double groups = 0;
    long estimated = 0;
    for (int k = 0; k < plan.windows(); k++) {
      groups += estimate(g -> 7).weight(k) * plan.measured();
      estimated += k == 0 ? 0 : plan.start(k) - plan.end(k - 1);
    }
    assertEquals(estimated, groups, 1e-6);
  }

  @Test
  void aLoadThatIsKnownReplacesInterpolation() {
    DoubleUnaryOperator load = g -> g > 31_234 && g < 40_000 ? 50 : 3;
    GapLoad instructions = GapLoad.empty(plan);
    long[] first = new long[plan.windows()];
    long[] second = new long[plan.windows()];
    for (int k = 0; k < first.length; k++) {
      instructions.first()[k] = ticks(load, plan.start(k), plan.middle(k));
      instructions.second()[k] = ticks(load, plan.middle(k), plan.end(k));
      first[k] = Math.round(7 * instructions.first()[k]);
      second[k] = Math.round(7 * instructions.second()[k]);
    }
    for (int k = 1; k < first.length; k++) {
      instructions.gaps()[k - 1] = ticks(load, plan.end(k - 1), plan.start(k));
      instructions.middles()[k - 1] = (plan.end(k - 1) + plan.start(k)) / 2.0;
    }
    GapLoad fitted = instructions.plus(7, GapLoad.ofGroups(plan), 0);
    RateEstimate e = new RateEstimate(plan, fitted, first, second, 0);
    assertEquals(7 * exact(load), e.ticks(), 1e-6 * e.ticks());
    assertEquals(Math.round(0.01 * e.ticks()), e.interval(), 1);
  }

  @Test
  void longGroupsAtTheEndWidenTheInterval() {
    long[] half = new long[plan.windows()];
    Arrays.fill(half, 3000);
    GapLoad groups = GapLoad.ofGroups(plan);
    RateEstimate none = new RateEstimate(plan, groups, half, half, 0);
    assertEquals(Math.round(0.01 * none.ticks()), none.interval());
    RateEstimate drain = new RateEstimate(plan, groups, half, half, none.ticks());
    assertEquals(none.ticks(), drain.ticks());
    assertEquals(Math.round(0.5 * none.ticks()), drain.interval());
  }

  @Test
  void anErrorThatNoWindowShowsWidensTheInterval() {
    long[] half = new long[plan.windows()];
    Arrays.fill(half, 3000);
    GapLoad groups = GapLoad.ofGroups(plan);
    RateEstimate none = new RateEstimate(plan, groups, half, half, 0);
    long error = none.ticks() / 5;
    RateEstimate wide = new RateEstimate(plan, groups, half, half, 0, error);
    assertEquals(none.ticks(), wide.ticks());
    assertEquals(error, wide.interval());
  }
}
