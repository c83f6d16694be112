// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Launches whose work-groups differ, on a machine that runs one after the other, each for ticks
 * that are known.
 */
class SampledLaunchTest {
  private static final int GROUPS = 2000;
  private static final long ROUND = 10;
  private static final long SCALE = 3; // instructions of the machine per portable one
  private static final long DRAIN = 40;
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.builtIn());

  /** Sums of 64 to 191 that follow no other quantity. */
  private static final LongUnaryOperator SOME = g -> 64 + (g * 2654435761L >>> 9) % 128;

  private static final LongUnaryOperator OTHER = g -> 64 + (g * 40503L >>> 3) % 128;

  private final Extrapolation lacking = new Extrapolation(List.of());
  private final FakeMachine machine = new FakeMachine();
  private SamplePlan plan;
  private SampledLaunch launch;
  private long now = 1000; // an earlier launch took this long

  private static GroupSums sums(LongUnaryOperator of) {
    long[] before = new long[GROUPS + 1];
    for (int g = 0; g < GROUPS; g++) {
      before[g + 1] = before[g] + of.applyAsLong(g);
    }
    return new GroupSums(before);
  }

  private static LaunchWork work(LongUnaryOperator instructions, LongUnaryOperator accesses) {
    long[] longest = LongStream.range(0, GROUPS).map(instructions).toArray();
    return new LaunchWork(sums(instructions), sums(accesses), longest, 1);
  }

  /** Simulates windows and warm-ups of a launch. */
  private RateEstimate estimate(
      LongUnaryOperator instructions, LongUnaryOperator accesses, LongUnaryOperator ticks) {
    LaunchWork work = work(instructions, accesses);
    plan = SamplePlan.of(GROUPS, ROUND, 0, 6).orElseThrow();
    SampledRun run =
        new SampledRun(machine, CATALOGUE.statistics("g80"), () -> now, () -> 0, null, null);
    launch = new SampledLaunch(plan, Optional.of(work), run, lacking, null);
    for (int k = 0; k < plan.windows(); k++) {
      simulate(plan.resume(k), plan.start(k), instructions, ticks);
      launch.starts(k);
      simulate(plan.start(k), plan.middle(k), instructions, ticks);
      launch.middle(k);
      simulate(plan.middle(k), plan.end(k), instructions, ticks);
      launch.ends(k);
    }
    simulate(plan.end(plan.windows() - 1), GROUPS, instructions, ticks);
    launch.complete();
    now += DRAIN;
    launch.complete(); // a second call changes nothing
    return launch.estimate(run.snapshot(now), now);
  }

  private void simulate(
      long from, long to, LongUnaryOperator instructions, LongUnaryOperator cost) {
    for (long g = from; g < to; g++) {
      now += cost.applyAsLong(g);
      machine.groups++;
      machine.instructions += SCALE * instructions.applyAsLong(g);
    }
  }

  /** Returns the sum over the groups that an estimate is for: gaps and the warm-ups behind. */
  private long estimated(LongUnaryOperator of) {
    GroupSums sums = sums(of);
    long sum = 0;
    for (int k = 1; k < plan.windows(); k++) {
      sum += sums.between(plan.end(k - 1), plan.start(k));
    }
    return sum;
  }

  @Test
  void timeThatFollowsGroupsAndInstructionsIsExact() {
    LongUnaryOperator ticks = g -> 500 + 7 * SOME.applyAsLong(g);
    RateEstimate estimate = estimate(SOME, OTHER, ticks);
    assertThat((double) estimate.ticks()).isCloseTo(estimated(ticks), within(2.0));
    assertThat((double) estimate.interval()).isCloseTo(0.01 * estimate.ticks(), within(1.0));
  }

  @Test
  void timeThatFollowsAccessesIsEstimatedByThese() {
    LongUnaryOperator ticks = g -> 500 + 7 * OTHER.applyAsLong(g);
    RateEstimate estimate = estimate(SOME, OTHER, ticks);
    // the machine counts no accesses: those of a window are known to its halves' instructions
    assertThat((double) estimate.ticks()).isCloseTo(estimated(ticks), withPercentage(0.2));
  }

  @Test
  void ratesBetweenWindowsAreThoseWhereTheWorkOfAGapIs() {
    LongUnaryOperator early =
        g -> {
          boolean isGap = false;
          for (int k = 1; k < plan.windows(); k++) {
            isGap |= g >= plan.end(k - 1) && g < (plan.end(k - 1) + plan.start(k)) / 2;
          }
          return (isGap ? 4 : 1) * (1 + g / 30 % 3) * SOME.applyAsLong(g);
        };
    plan = SamplePlan.of(GROUPS, ROUND, 0, 6).orElseThrow();
    LongUnaryOperator ticks = g -> early.applyAsLong(g) * (8000 + g);
    RateEstimate estimate = estimate(early, OTHER, ticks);
    assertThat((double) estimate.ticks()).isCloseTo(estimated(ticks), withPercentage(0.3));
  }

  @Test
  void ofTwoQuantitiesThatFitAlikeTheMeanIsTakenAndHalfTheirDifferenceIsUncertain() {
    LongUnaryOperator twice = g -> 2 * SOME.applyAsLong(g);
    LongUnaryOperator noisy = g -> 20 * SOME.applyAsLong(g) + 40 * OTHER.applyAsLong(g);
    plan = SamplePlan.of(GROUPS, ROUND, 0, 6).orElseThrow();
    LongUnaryOperator more =
        g -> {
          boolean isGap = false;
          for (int k = 1; k < plan.windows(); k++) {
            isGap |= g >= plan.end(k - 1) && g < plan.resume(k);
          }
          return (isGap ? 2 : 1) * twice.applyAsLong(g);
        };
    RateEstimate alike = estimate(SOME, twice, noisy);
    RateEstimate mean = estimate(SOME, more, noisy);
    RateEstimate twofold = estimate(g -> more.applyAsLong(g) / 2, more, noisy);
    double half = (twofold.ticks() - alike.ticks()) / 2.0;
    assertThat(half).isPositive();
    assertThat((double) mean.ticks())
        .isCloseTo((alike.ticks() + twofold.ticks()) / 2.0, withPercentage(0.1));
    assertThat((double) mean.interval())
        .isGreaterThan(half)
        .isLessThan(half + 2 * alike.interval());
  }

  @Test
  void aMachineThatCountsNoInstructionsIsEstimatedByGroups() {
    machine.isCounting = false;
    LongUnaryOperator ticks = g -> 500 + 7 * SOME.applyAsLong(g);
    RateEstimate estimate = estimate(SOME, OTHER, ticks);
    long[] halves = new long[plan.windows()];
    long[] others = new long[plan.windows()];
    for (int k = 0; k < plan.windows(); k++) {
      halves[k] = sums(ticks).between(plan.start(k), plan.middle(k));
      others[k] = sums(ticks).between(plan.middle(k), plan.end(k));
    }
    RateEstimate groups = new RateEstimate(plan, GapLoad.ofGroups(plan), halves, others, DRAIN);
    assertThat(estimate.ticks()).isEqualTo(groups.ticks());
    assertThat(estimate.interval()).isEqualTo(groups.interval());
  }

  @Test
  void warmUpsGapsAndRatesAreThoseOfTheWindows() {
    LongUnaryOperator ticks = g -> 500 + 7 * SOME.applyAsLong(g);
    estimate(SOME, OTHER, ticks);
    GroupSums sums = sums(ticks);
    long warmUps = 0;
    for (int k = 1; k < plan.windows(); k++) {
      warmUps += sums.between(plan.resume(k), plan.start(k));
    }
    assertThat(launch.warmUps()).isEqualTo(warmUps);
    assertThat(launch.gaps()).hasSize(plan.windows() - 1).isSorted();
    assertThat(launch.gaps().get(0)).isEqualTo(1000 + sums.between(0, plan.end(0)));
    SampledRates.Window last = launch.rates("k", 10, 0.5).windows().get(plan.windows() - 1);
    long measured = sums.between(plan.start(5), plan.end(5));
    assertThat(last.picos()).isCloseTo(measured * 0.5 / plan.measured(), within(1e-9));
    assertThat(launch.rates("k", 10, 0.5).interval()).isEqualTo(5);
  }

  @Test
  void countsLackWhatTheLeftOutGroupsWouldHaveCounted() {
    RateEstimate estimate = estimate(SOME, OTHER, g -> 500 + 7 * SOME.applyAsLong(g));
    lacking.ends(estimate.rounding(), plan.skipped());
    long[] counted = new long[2];
    StatisticsSink sink =
        lacking.into(
            new StatisticsSink() {
              @Override
              public void count(String name, long value) {
                counted[name.equals("work_groups") ? 0 : 1] = value;
              }

              @Override
              public void ratio(String name, long numerator, long denominator) {}
            });
    machine.statistics(now, sink);
    assertThat(counted[0]).isEqualTo(GROUPS + FakeMachine.BEFORE_GROUPS);
    long all = SCALE * sums(SOME).between(0, GROUPS) + FakeMachine.BEFORE;
    assertThat((double) counted[1]).isCloseTo(all, withPercentage(3));
  }

  /** Counts what the test simulates, after an earlier launch. */
  private static final class FakeMachine implements Machine {
    static final long BEFORE = 12345;
    static final long BEFORE_GROUPS = 17;

    private long instructions = BEFORE;
    private long groups = BEFORE_GROUPS;
    private boolean isCounting = true;

    @Override
    public void statistics(long tick, StatisticsSink out) {
      out.count("work_groups", groups);
      out.count("wavefront_instructions", isCounting ? instructions : 0);
    }

    @Override
    public void interim(long tick, StatisticsSink out) {
      statistics(tick, out);
    }

    @Override
    public void launch(int slot, LaunchPlan launch, WorkGroupSource groups, long tick) {
      throw new UnsupportedOperationException("the test simulates");
    }

    @Override
    public boolean idle(int slot) {
      return true;
    }

    @Override
    public long finishedAt(int slot) {
      throw new UnsupportedOperationException("the test simulates");
    }

    @Override
    public void resetStatistics(long tick) {}

    @Override
    public void hostTouched() {}

    @Override
    public long place(long[] bufferBytes, long[] addressOut) {
      return 0;
    }
  }
}
