// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A launch with gaps: the ticks and statistics of its windows, taken when the device requests the
 * groups at their boundaries. Not thread-safe.
 */
final class SampledLaunch implements SampledGroups.Boundaries {
  /** Name of the statistic that counts the instructions executed by wavefronts. */
  private static final String EXECUTED = "wavefront_instructions";

  private final SamplePlan plan;
  private final Optional<LaunchWork> work; // if work-groups differ
  private final SampledRun run;
  private final Extrapolation lacking;
  private final GapWarmer warmer;
  private final long[] first; // ticks of the first half of each window
  private final long[] second;
  private final Snapshot[] starts; // by window
  private final Snapshot[] middles; // if work-groups differ
  private final Snapshot[] ends;
  private final List<Long> gaps = new ArrayList<>(); // ticks before which groups are left out
  private final long executed; // instructions before the launch
  private long warmUps; // ticks of the warm-ups after gaps
  private long tick; // last boundary
  private long requested; // tick at which the device had requested all groups

  /**
   * @param work the groups' work if it is not equal
   */
  SampledLaunch(
      SamplePlan plan,
      Optional<LaunchWork> work,
      SampledRun run,
      Extrapolation lacking,
      GapWarmer warmer) {
    this.plan = plan;
    this.work = work;
    this.run = run;
    this.lacking = lacking;
    this.warmer = warmer;
    first = new long[plan.windows()];
    second = new long[plan.windows()];
    starts = new Snapshot[plan.windows()];
    middles = new Snapshot[plan.windows()];
    ends = new Snapshot[plan.windows()];
    executed = work.isPresent() ? executed(run.snapshot(run.now().getAsLong())) : 0;
  }

  private static long executed(Snapshot at) {
    return at.sums().byName().getOrDefault(EXECUTED, StatisticSums.Sum.NONE).numerator();
  }

  /** Returns the ticks since the last boundary. */
  private long elapsed() {
    long from = tick;
    tick = run.now().getAsLong();
    return tick - from;
  }

  @Override
  public void starts(int window) {
    long ticks = elapsed();
    starts[window] = run.snapshot(tick);
    if (window > 0) {
      warmUps += ticks;
      lacking.warmUp(ends[window - 1], starts[window]);
    }
  }

  @Override
  public void skips(WorkGroupRecord group, long before) {
    warmer.skips(group, before);
  }

  @Override
  public long unread(long next, long end) {
    return warmer.unread(next, end);
  }

  @Override
  public void middle(int window) {
    first[window] = elapsed();
    if (work.isPresent()) {
      middles[window] = run.snapshot(tick);
    }
  }

  @Override
  public void ends(int window) {
    second[window] = elapsed();
    ends[window] = run.snapshot(tick);
    if (window < plan.windows() - 1) {
      gaps.add(tick);
    }
  }

  @Override
  public void complete() {
    requested = requested == 0 ? run.now().getAsLong() : requested;
  }

  /** Returns the ticks at which the gaps are, in order. */
  List<Long> gaps() {
    return gaps;
  }

  SamplePlan plan() {
    return plan;
  }

  /** Returns the ticks of the warm-ups, which the estimate replaces. */
  long warmUps() {
    return warmUps;
  }

  /**
   * Returns the rates of the windows.
   *
   * @param tickPicos picoseconds of a tick
   */
  SampledRates rates(String kernel, long interval, double tickPicos) {
    List<SampledRates.Window> windows = new ArrayList<>();
    for (int k = 0; k < plan.windows(); k++) {
      double rate = (first[k] + second[k]) * tickPicos / plan.measured();
      windows.add(new SampledRates.Window(plan.resume(k), plan.start(k), plan.end(k), rate));
    }
    return new SampledRates(kernel, plan.groups(), windows, Math.round(interval * tickPicos));
  }

  /**
   * Ends the launch.
   *
   * @param end the machine's sums at its end
   * @param ended tick of its end
   */
  RateEstimate estimate(Snapshot end, long ended) {
    RateEstimate estimate =
        work.isEmpty()
            ? new RateEstimate(plan, GapLoad.ofGroups(plan), first, second, 0)
            : estimate(work.get(), executed(end) - executed, ended - requested);
    for (int k = 0; k < plan.windows(); k++) {
      lacking.window(starts[k], ends[k], estimate.weight(k));
    }
    return estimate;
  }

  /**
   * Estimates a launch whose work-groups differ. Its time is proportional to what its groups and
   * instructions cost, or its groups and accesses to device memory. If the windows do not show
   * which, the estimate is the mean of both, and half of their difference is uncertain: the two
   * quantities may differ in gaps more than in any window.
   *
   * @param simulated instructions that the device has executed in the launch
   * @param drain ticks from the start of the last work-group to the launch's end. Which long groups
   *     share a unit then depends on when units became free, so it is a matter of chance
   */
  private RateEstimate estimate(LaunchWork of, long simulated, long drain) {
    GapLoad groups = GapLoad.ofGroups(plan);
    if (simulated <= 0) { // a device that counts no instructions
      return new RateEstimate(plan, groups, first, second, drain);
    }
    long skipped = 0;
    for (int k = 1; k < plan.windows(); k++) {
      skipped += of.between(plan.end(k - 1), plan.resume(k));
    }
    // LaunchWork counts instructions of the portable kernel, the device those of its own code.
    double scale = (double) simulated / (of.between(0, plan.groups()) - skipped);
    LoadFit byInstructions =
        LoadFit.of(groups, executed(of.instructions(), of, scale), first, second);
    LoadFit byAccesses = LoadFit.of(groups, executed(of.accesses(), of, scale), first, second);
    if (byInstructions.isBetter(byAccesses)) {
      return new RateEstimate(plan, byInstructions.load(), first, second, drain);
    }
    if (byAccesses.isBetter(byInstructions)) {
      return new RateEstimate(plan, byAccesses.load(), first, second, drain);
    }
    GapLoad mean = byInstructions.load().plus(0.5, byAccesses.load(), 0.5);
    long one = new RateEstimate(plan, byInstructions.load(), first, second, 0).ticks();
    long other = new RateEstimate(plan, byAccesses.load(), first, second, 0).ticks();
    return new RateEstimate(plan, mean, first, second, drain, Math.abs(one - other) / 2);
  }

  /**
   * Returns a quantity of the launch's work-groups, in windows and gaps. The device counts only
   * instructions, those that it executed; the groups of the same part tell how much of the quantity
   * goes with an instruction.
   *
   * @param of the quantity
   * @param scale instructions of the device per instruction that is counted
   */
  private GapLoad executed(GroupSums of, LaunchWork all, double scale) {
    GapLoad load = GapLoad.empty(plan);
    for (int k = 0; k < plan.windows(); k++) {
      long start = plan.start(k);
      long middle = plan.middle(k);
      long end = plan.end(k);
      load.first()[k] =
          Math.max(1, executed(middles[k]) - executed(starts[k])) * share(of, all, start, middle);
      load.second()[k] =
          Math.max(1, executed(ends[k]) - executed(middles[k])) * share(of, all, middle, end);
    }
    for (int k = 0; k < load.gaps().length; k++) {
      long resume = plan.resume(k + 1);
      long start = plan.start(k + 1);
      double warmUp = (executed(starts[k + 1]) - executed(ends[k])) * share(of, all, resume, start);
      double moment = scale * of.moment(plan.end(k), resume);
      double middle = (resume + start) / 2.0;
      load.gaps()[k] = scale * of.between(plan.end(k), resume) + warmUp;
      load.middles()[k] = load.gaps()[k] > 0 ? (moment + middle * warmUp) / load.gaps()[k] : middle;
    }
    return load;
  }

  /** Returns how much of a quantity goes with an instruction of some groups. */
  private static double share(GroupSums of, LaunchWork all, long from, long to) {
    return (double) of.between(from, to) / all.between(from, to);
  }
}
