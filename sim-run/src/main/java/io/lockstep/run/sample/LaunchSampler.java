// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.kernel.ir.PollLoops;
import io.lockstep.run.plugin.FamilyStatistics;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.stats.CodeCounts;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.RowTicks;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.trace.record.WorkGroupSource;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Samples the launches of a machine that run one after the other: chooses the work-groups to
 * simulate and estimates the ticks, statistics and ticks by row that the others would have added.
 * Not thread-safe.
 */
public final class LaunchSampler {
  /** Work-groups that show how many bytes a group accesses. */
  private static final int FEW = 16;

  private final Sampling request;
  private final Machine machine;
  private final FamilyStatistics declared;
  private final LongSupplier now;
  private final LongSupplier events;
  private final boolean overlaps;
  private final LongFunction<WorkGroupSource> again;
  private final Extrapolation statistics;
  private final Map<InFull, Long> inFull = new EnumMap<>(InFull.class);
  private SampleTotals totals = SampleTotals.NONE;
  private Optional<SampledLaunch> launch = Optional.empty(); // the running or last one
  private SampledGroups source; // of that launch
  private String kernel = ""; // of that launch
  private Optional<Largest> largest = Optional.empty();
  private Optional<ProgramSampler> program = Optional.empty(); // if launches are left out
  private Optional<Snapshot> before = Optional.empty(); // the launch that runs, if any are left out
  private StatisticSums after; // the last such launch
  private boolean warmUp; // whether the pass only warms caches
  private long start; // tick of the launch that runs
  private long end; // tick at which the launch before it ended
  private long idle; // ticks between simulated launches
  private Optional<ProgramSampler.Measured> replayed = Optional.empty(); // in the last pass
  private Optional<RowExtrapolation> gaps = Optional.empty(); // rows of the last launch's gaps
  private double scale; // factor of the weights of the last launch's windows
  private long[] issue = {}; // by reason: what issue ports' cycles lack in the last launch

  /** The launch with gaps that has most work-groups, and the half-width of its interval. */
  private record Largest(SampledLaunch launch, String kernel, long interval) {}

  /**
   * @param now the simulation's current tick
   * @param events its number of events so far
   * @param overlaps whether launches may overlap with other operations, so that none is sampled
   * @param again reads the work-groups of a launch of the program once more, by its number
   */
  public LaunchSampler(
      Sampling request,
      Machine machine,
      FamilyStatistics declared,
      LongSupplier now,
      LongSupplier events,
      boolean overlaps,
      LongFunction<WorkGroupSource> again) {
    this.request = request;
    this.machine = machine;
    this.declared = declared;
    this.now = now;
    this.events = events;
    this.overlaps = overlaps;
    this.again = again;
    statistics =
        new Extrapolation(
            declared.causes().stream().map(IssueCause::statistic).collect(Collectors.toSet()));
  }

  /**
   * Starts a pass of the program.
   *
   * @param isWarmUp whether it only warms caches for the next one
   */
  public void starts(boolean isWarmUp) {
    warmUp = isWarmUp;
    if (program.isPresent()) {
      program.get().starts(isWarmUp);
      return;
    }
    statistics.clear();
    inFull.clear();
    totals = SampleTotals.NONE;
    launch = Optional.empty();
    largest = Optional.empty();
  }

  /** Returns whether launches may be left out of a program with enough of them. */
  public boolean leavesOutLaunches() {
    return request.isWanted() && !overlaps && request.isFirst();
  }

  /**
   * Returns about how many bytes a work-group of a launch accesses; infinite if it is unknown. To
   * be called before the first launch, followed by {@link Machine#forget}.
   */
  public double bytes(LaunchPlan plan, WorkGroupSource groups) {
    int count = 0;
    long bytes = 0;
    while (count < FEW && groups.next() == WorkGroupSource.Status.RECORD) {
      bytes += machine.warm(plan, groups.record());
      count++;
    }
    return bytes == 0 ? Double.POSITIVE_INFINITY : (double) bytes / count;
  }

  /**
   * Leaves out launches of the program, if it has enough of them.
   *
   * @param launches all its launches
   * @param buffers bytes of its buffers
   */
  public void leaveOut(LaunchStrata launches, long[] buffers) {
    program = ProgramSampler.of(request, launches, buffers, machine.keptBytes());
    after = StatisticSums.withLevels(declared);
    end = now.getAsLong();
  }

  /**
   * Ends a pass of a program whose launches are left out.
   *
   * @param events simulated events so far
   * @return whether its steps are performed again
   */
  public boolean repeats(long events) {
    return program.isPresent() && program.get().next(events);
  }

  /** Returns the number of warm-up passes before the next measured one, after {@link #repeats}. */
  public int warmUps() {
    return program.orElseThrow().warmUps();
  }

  /** Returns whether a launch is simulated in this pass. */
  public boolean simulates(long number) {
    return program.isEmpty() || program.get().role(number) == LaunchRole.SIMULATED;
  }

  /** Returns whether the work-groups of a launch that is not simulated warm the caches. */
  public boolean warms(long number) {
    return program.orElseThrow().role(number) == LaunchRole.WARMS;
  }

  /** Warms the caches with a launch's work-groups. */
  public void warm(long number, LaunchPlan plan, WorkGroupSource groups) {
    program.orElseThrow().forget(number, machine, plan.bufferAddress());
    GapWarmer warmer = new GapWarmer(machine, plan, groups);
    warmer.knows(program.orElseThrow().bytesPerGroup(number));
    long count = plan.geometry().groups();
    SampledGroups leftOut = new SampledGroups(groups, SamplePlan.nothing(count), warmer);
    if (leftOut.next() != WorkGroupSource.Status.END) {
      throw new IllegalStateException("launch %s of a recording has no end".formatted(number));
    }
    machine.warmed();
    program.orElseThrow().warmed(number, count - leftOut.unread());
  }

  /**
   * Leaves out a launch.
   *
   * @param unexecuted whether its work-groups need not be executed
   */
  public void leaveOut(long number, boolean unexecuted) {
    if (!unexecuted) {
      program.orElseThrow().executed(number);
    }
  }

  /** Returns the ticks of a launch that is not simulated in this pass. */
  public long ticks(long number) {
    return program.orElseThrow().ticks(number);
  }

  /** Prepares the machine for a launch that is simulated. */
  public void prepare(long number, LaunchPlan plan) {
    program.ifPresent(p -> p.forget(number, machine, plan.bufferAddress()));
  }

  /**
   * In the last pass, adds what a launch that was simulated represents to the statistics.
   *
   * @return ticks of this launch and of those that it represents; empty for other launches
   */
  public OptionalLong replay(long number) {
    replayed = program.flatMap(p -> p.measured(number));
    if (replayed.isEmpty()) {
      return OptionalLong.empty();
    }
    ProgramSampler.Measured measured = replayed.get();
    ProgramSampler.Represented others = program.orElseThrow().represented(number);
    double ticks = others.weight() * measured.ticks();
    scale = ticks == 0 ? 1 : others.ticks() / ticks;
    RowExtrapolation rows = new RowExtrapolation();
    rows.window(measured.from(), measured.to(), others.weight());
    gaps = Optional.of(rows);
    statistics.window(measured.from().sums(), measured.to().sums(), others.weight());
    endStatistics(others.groups());
    return OptionalLong.of(measured.ticks() + others.ticks());
  }

  /**
   * Returns the work-groups that a launch simulates.
   *
   * @param number number of the launch in the pass
   * @param slot slot in which the machine has begun the launch
   * @param groups all work-groups of the launch
   * @param tick the launch's start
   */
  public WorkGroupSource begin(
      long number, int slot, LaunchPlan plan, WorkGroupSource groups, long tick) {
    launch = Optional.empty();
    gaps = Optional.empty();
    if (!request.isWanted()) {
      return groups;
    }
    if (program.isPresent()) {
      program.get().warmUnits(number, machine, plan.bufferAddress());
      program.get().begins(events.getAsLong());
      start = tick;
      before = Optional.of(Snapshot.of(machine, declared, tick));
      statistics.idle(after, before.get().sums());
      idle += tick - end;
      return groups;
    }
    long count = plan.geometry().groups();
    long round = machine.capacity(slot);
    long ahead = machine.lookAhead(slot);
    Optional<SamplePlan> windows =
        SamplePlan.of(count, Math.max(1, round), ahead, request.windows());
    Optional<InFull> why = reason(plan, round, windows);
    Optional<LaunchWork> work = Optional.empty();
    if (why.isEmpty() && !warmUp) {
      work = LaunchWork.ifUneven(plan, again.apply(number), round);
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
    SampledLaunch sampled =
        new SampledLaunch(
            windows.get(), work, now, t -> Snapshot.of(machine, declared, t), statistics, warmer);
    launch = Optional.of(sampled);
    kernel = plan.code().kernel().name();
    gaps = Optional.of(sampled.rows());
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

  /**
   * Ends the launch that began last; called once for each launch.
   *
   * @param number number of the launch in the pass
   * @param tick its end
   * @return the ticks that the launch would have taken longer with all of its work-groups
   */
  public long ends(long number, long tick) {
    if (before.isPresent()) {
      Snapshot last = Snapshot.of(machine, declared, tick);
      after = last.sums();
      end = tick;
      program
          .orElseThrow()
          .ends(
              number,
              new ProgramSampler.Measured(before.get(), last, tick - start),
              events.getAsLong());
      before = Optional.empty();
      return 0;
    }
    if (launch.isEmpty()) {
      return 0;
    }
    SampledLaunch ended = launch.get();
    RateEstimate estimate = ended.estimate(Snapshot.of(machine, declared, tick), tick);
    scale = estimate.rounding();
    endStatistics(ended.plan().skipped());
    totals = totals.sampled(ended.plan(), source.unread(), estimate.interval());
    if (largest.isEmpty() || ended.plan().groups() > largest.get().launch.plan().groups()) {
      largest = Optional.of(new Largest(ended, kernel, estimate.interval()));
    }
    return estimate.ticks() - ended.warmUps();
  }

  /**
   * Adds the time between launches of a program whose launches are left out, after the last pass.
   *
   * @param ticks all time without kernels
   */
  public void endsProgram(long ticks) {
    if (program.isPresent()) {
      long tick = now.getAsLong();
      statistics.idle(after, Snapshot.of(machine, declared, tick).sums());
      idle += tick - end;
      statistics.endsIdle(idle == 0 ? 0 : (double) ticks / idle);
    }
  }

  /** Returns the ticks of the last launch before which work-groups were left out, in order. */
  public List<Long> gaps() {
    return launch.map(SampledLaunch::gaps).orElse(List.of());
  }

  /** Returns whether the results of launches are kept for the last pass. */
  public boolean keepsLaunches() {
    return program.isPresent();
  }

  private void endStatistics(long skipped) {
    List<IssueCause> causes = declared.causes();
    issue = causes.stream().mapToLong(c -> -statistics.count(c.statistic())).toArray();
    statistics.ends(scale, skipped);
    for (int c = 0; c < issue.length; c++) {
      issue[c] += statistics.count(causes.get(c).statistic());
    }
  }

  /**
   * Returns the machine's ticks by row of the last launch, with those of its gaps.
   *
   * @param tick not before the launch's end
   */
  public Optional<RowTicks> rows(long tick) {
    Optional<RowTicks> rows =
        replayed.isPresent() ? replayed.get().to().rows() : machine.rows(tick);
    gaps.ifPresent(g -> rows.ifPresent(r -> g.addTo(r, scale, c -> issue[c])));
    return rows;
  }

  /** Returns the machine's counts of the last launch, with those of its gaps. */
  public Optional<CodeCounts> codeCounts() {
    Optional<CodeCounts> counts =
        replayed.isPresent() ? replayed.get().to().counts() : machine.codeCounts();
    gaps.ifPresent(g -> counts.ifPresent(c -> g.addTo(c, scale)));
    return counts;
  }

  /** Returns a sink of a machine's statistics that adds those of the gaps of ended launches. */
  public StatisticsSink into(StatisticsSink out) {
    return request.isWanted() ? statistics.into(out) : out;
  }

  /**
   * Returns the rates of the largest launch with gaps.
   *
   * @param tickPicos picoseconds of a tick
   */
  public Optional<SampledRates> rates(double tickPicos) {
    return largest.map(l -> l.launch.rates(l.kernel, l.interval, tickPicos));
  }

  public SampleTotals totals() {
    return program.map(ProgramSampler::groups).orElse(totals);
  }

  public LaunchTotals launches() {
    return program.map(ProgramSampler::totals).orElse(LaunchTotals.NONE);
  }

  /**
   * Returns a remark on what was sampled; empty if sampling was not requested.
   *
   * @param interval half-width of the interval relative to the kernels' time
   */
  public String note(String interval) {
    List<String> notes = new ArrayList<>();
    if (program.isPresent()) {
      LaunchTotals of = launches();
      notes.add(
          "sampled: %s of %s launches simulated, of %s strata, kernels' time ± %s (95 %%)"
              .formatted(of.simulated(), of.all(), of.strata(), interval));
    }
    if (totals.launches() > 0) {
      notes.add(
          "sampled: "
              + percent(totals.skipped(), totals.skipped() + totals.groups())
              + "% of the work-groups left out, kernels' time ± "
              + interval
              + " (95 %)");
    }
    inFull.forEach(
        (why, launches) ->
            notes.add("%s %s in full: %s".formatted(launches, launches(launches), why.words())));
    return String.join("; ", notes);
  }

  private static String launches(long number) {
    return number == 1 ? "launch" : "launches";
  }

  private static String percent(long part, long whole) {
    return BigDecimal.valueOf(100 * part)
        .divide(BigDecimal.valueOf(whole), 1, RoundingMode.HALF_UP)
        .toPlainString();
  }
}
