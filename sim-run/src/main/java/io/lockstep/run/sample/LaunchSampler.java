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
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Samples the launches of a machine that run one after the other: chooses the work-groups to
 * simulate and estimates the ticks, statistics and ticks by row that the others would have added.
 * Not thread-safe.
 */
public final class LaunchSampler {
  private final Sampling request;
  private final Machine machine;
  private final FamilyStatistics declared;
  private final LongSupplier now;
  private final boolean overlaps;
  private final Extrapolation statistics;
  private final Map<InFull, Long> inFull = new EnumMap<>(InFull.class);
  private SampleTotals totals = SampleTotals.NONE;
  private Optional<SampledLaunch> launch = Optional.empty(); // the running or last one
  private SampledGroups source; // of that launch
  private double scale; // factor of the weights of the last launch's windows
  private long[] issue = {}; // by reason: what issue ports' cycles lack in the last launch

  /**
   * @param now the simulation's current tick
   * @param overlaps whether launches may overlap with other operations, so that none is sampled
   */
  public LaunchSampler(
      Sampling request,
      Machine machine,
      FamilyStatistics declared,
      LongSupplier now,
      boolean overlaps) {
    this.request = request;
    this.machine = machine;
    this.declared = declared;
    this.now = now;
    this.overlaps = overlaps;
    statistics =
        new Extrapolation(
            declared.causes().stream().map(IssueCause::statistic).collect(Collectors.toSet()));
  }

  /** Starts the next pass of the program. */
  public void clear() {
    statistics.clear();
    inFull.clear();
    totals = SampleTotals.NONE;
    launch = Optional.empty();
  }

  /**
   * Returns the work-groups that a launch simulates.
   *
   * @param slot slot in which the machine has begun the launch
   * @param groups all work-groups of the launch
   */
  public WorkGroupSource begin(int slot, LaunchPlan plan, WorkGroupSource groups) {
    launch = Optional.empty();
    if (!request.isWanted()) {
      return groups;
    }
    long count = plan.geometry().groups();
    long round = machine.capacity(slot);
    Optional<SamplePlan> windows = SamplePlan.of(count, Math.max(1, round), request.windows());
    Optional<InFull> why = reason(plan, round, windows);
    if (why.isPresent()) {
      inFull.merge(why.get(), 1L, Long::sum);
      totals = totals.full(count);
      return groups;
    }
    SampledLaunch sampled =
        new SampledLaunch(
            windows.get(),
            now,
            tick -> Snapshot.of(machine, declared, tick),
            statistics,
            new GapWarmer(machine, slot, plan.geometry(), groups));
    launch = Optional.of(sampled);
    source = new SampledGroups(groups, windows.get(), sampled);
    return source;
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
    boolean isShort = plan.geometry().groups() / round < SamplePlan.SHORTEST;
    return Optional.of(isShort ? InFull.SHORT : InFull.DENSE);
  }

  /**
   * Ends the launch that began last; called once for each launch.
   *
   * @return the ticks that the launch would have taken longer with all of its work-groups
   */
  public long ends() {
    if (launch.isEmpty()) {
      return 0;
    }
    SampledLaunch ended = launch.get();
    RateEstimate estimate = ended.estimate();
    scale = estimate.rounding();
    List<IssueCause> causes = declared.causes();
    issue = causes.stream().mapToLong(c -> -statistics.count(c.statistic())).toArray();
    statistics.ends(scale, ended.plan().skipped());
    for (int c = 0; c < issue.length; c++) {
      issue[c] += statistics.count(causes.get(c).statistic());
    }
    totals = totals.sampled(ended.plan(), source.unread(), estimate.interval());
    return estimate.ticks() - ended.warmUps();
  }

  /**
   * Returns the machine's ticks by row of the last launch, with those of its gaps.
   *
   * @param tick not before the launch's end
   */
  public Optional<RowTicks> rows(long tick) {
    Optional<RowTicks> rows = machine.rows(tick);
    launch.ifPresent(l -> rows.ifPresent(r -> l.rows().addTo(r, scale, c -> issue[c])));
    return rows;
  }

  /** Returns the machine's counts of the last launch, with those of its gaps. */
  public Optional<CodeCounts> codeCounts() {
    Optional<CodeCounts> counts = machine.codeCounts();
    launch.ifPresent(l -> counts.ifPresent(c -> l.rows().addTo(c, scale)));
    return counts;
  }

  /** Returns a sink of a machine's statistics that adds those of the gaps of ended launches. */
  public StatisticsSink into(StatisticsSink out) {
    return request.isWanted() ? statistics.into(out) : out;
  }

  public SampleTotals totals() {
    return totals;
  }

  /**
   * Returns a remark on what was sampled; empty if sampling was not requested.
   *
   * @param interval half-width of the interval relative to the kernels' time
   */
  public String note(String interval) {
    List<String> notes = new ArrayList<>();
    if (totals.launches() > 0) {
      notes.add(
          "sampled: "
              + percent(totals.skipped(), totals.skipped() + totals.groups())
              + "% of the work-groups left out, kernels' time within "
              + interval);
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
