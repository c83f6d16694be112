// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.stats.CodeCounts;
import io.lockstep.spi.stats.RowTicks;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Simulates windows of each launch and leaves out the work-groups between them. Launches run one
 * after the other; where they may overlap, all are simulated in full. Not thread-safe.
 */
final class WindowSampler implements Sampler, Sampler.Estimate {
  private final Sampling request;
  private final SampledRun run;
  private final boolean overlaps;
  private final Extrapolation lacking;
  private final Map<InFull, Long> inFull = new EnumMap<>(InFull.class);
  private SampleTotals totals = SampleTotals.NONE;
  private boolean warmUp; // whether the pass only warms caches
  private Optional<SampledLaunch> launch = Optional.empty(); // the running or last one
  private SampledGroups source; // of that launch
  private String kernel = ""; // of that launch
  private Optional<Largest> largest = Optional.empty();

  /** The launch with gaps that has most work-groups, and the half-width of its interval. */
  private record Largest(SampledLaunch launch, String kernel, long interval) {}

  WindowSampler(Sampling request, SampledRun run) {
    this.request = request;
    this.run = run;
    overlaps = run.plans().program().streams().any();
    warmUp = run.plans().program().warmups() > 0;
    lacking = new Extrapolation(run.declared().causes());
  }

  @Override
  public Next next(int left, long idle) {
    if (left > 0) {
      warmUp = left > 1;
      lacking.clear();
      inFull.clear();
      totals = SampleTotals.NONE;
      launch = Optional.empty();
      largest = Optional.empty();
    }
    return new Next(left, false);
  }

  @Override
  public WorkGroupSource begin(
      long number, int slot, LaunchPlan plan, WorkGroupSource groups, long tick) {
    launch = Optional.empty();
    lacking.begins();
    Machine machine = run.machine();
    long count = plan.geometry().groups();
    long round = machine.capacity(slot);
    long ahead = machine.lookAhead(slot);
    Optional<SamplePlan> windows =
        SamplePlan.of(count, Math.max(1, round), ahead, request.windows());
    Optional<InFull> why = reason(plan, round, windows);
    Optional<LaunchWork> work = Optional.empty();
    if (why.isEmpty() && !warmUp) {
      work = LaunchWork.ifUneven(plan, run.groups(number), round);
      if (work.isPresent()) {
        windows = SamplePlan.of(count, round, ahead, request.windows(), work.get());
        why = windows.isPresent() ? why : Optional.of(longOrDense(count, round, ahead, work.get()));
      }
    }
    if (why.isPresent()) {
      inFull.merge(why.get(), 1L, Long::sum);
      totals = totals.full(count);
      return groups;
    }
    GapWarmer warmer = new GapWarmer(machine, plan, groups);
    if (warmUp) {
      return new SampledGroups(groups, windows.get().tail(), warmer);
    }
    SampledLaunch sampled = new SampledLaunch(windows.get(), work, run, lacking, warmer);
    launch = Optional.of(sampled);
    kernel = plan.code().kernel().name();
    source = new SampledGroups(groups, windows.get(), sampled);
    return source;
  }

  private static InFull longOrDense(long groups, long round, long ahead, LaunchWork work) {
    int least = SamplePlan.LEAST_WINDOWS;
    boolean isLong = SamplePlan.of(groups, round, ahead, least, work).isEmpty();
    return isLong ? InFull.LONG : InFull.DENSE;
  }

  private Optional<InFull> reason(LaunchPlan plan, long round, Optional<SamplePlan> windows) {
    if (round < 1) {
      return Optional.of(InFull.MACHINE);
    }
    if (overlaps) {
      return Optional.of(InFull.STREAMS);
    }
    if (plan.cooperative() || !PollLoops.of(plan.code().kernel()).isEmpty()) {
      return Optional.of(InFull.WAITS);
    }
    if (windows.isPresent()) {
      return Optional.empty();
    }
    long groups = plan.geometry().groups();
    if (groups / round < SamplePlan.SHORTEST) {
      return Optional.of(InFull.SHORT);
    }
    boolean isAhead = SamplePlan.of(groups, round, 0, request.windows()).isPresent();
    return Optional.of(isAhead ? InFull.AHEAD : InFull.DENSE);
  }

  @Override
  public OptionalLong ends(long number, long tick) {
    if (launch.isEmpty()) {
      return OptionalLong.of(0);
    }
    SampledLaunch ended = launch.get();
    RateEstimate estimate = ended.estimate(run.snapshot(tick), tick);
    lacking.ends(estimate.rounding(), ended.plan().skipped());
    totals = totals.sampled(ended.plan(), source.unread(), estimate.interval());
    if (largest.isEmpty() || ended.plan().groups() > largest.get().launch.plan().groups()) {
      largest = Optional.of(new Largest(ended, kernel, estimate.interval()));
    }
    return OptionalLong.of(estimate.ticks() - ended.warmUps());
  }

  @Override
  public Estimate estimate() {
    return this;
  }

  @Override
  public StatisticsSink statistics(StatisticsSink out) {
    return lacking.into(out);
  }

  @Override
  public Optional<RowTicks> rows(Machine machine, long tick) {
    return lacking.rows(machine.rows(tick));
  }

  @Override
  public Optional<CodeCounts> counts(Machine machine) {
    return lacking.counts(machine.codeCounts());
  }

  @Override
  public List<Long> gaps() {
    return launch.map(SampledLaunch::gaps).orElse(List.of());
  }

  @Override
  public void report(double tickPicos, Consumer<Sampled> to) {
    Optional<SampledRates> rates =
        largest.map(l -> l.launch.rates(l.kernel, l.interval, tickPicos));
    long events = run.events().getAsLong();
    to.accept(new Sampled(request, totals, LaunchTotals.NONE, inFull, rates, events));
  }
}
