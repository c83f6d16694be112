// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.run.sample.StatisticSums.Sum;
import io.lockstep.spi.stats.CodeCounts;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.RowTicks;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.StatisticsSink;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Estimates the share of work-groups that were left out in the statistics of a run and in the ticks
 * by row of its last launch. Windows add their sums times their weights, and warm-ups after gaps
 * subtract theirs, exactly as for the time; so sums of statistics stay sums. A level that falls
 * within a launch is a momentary value and stays as it is. Not thread-safe.
 */
final class Extrapolation {
  private static final String WORK_GROUPS = "work_groups";

  /** The additions to the numerator and denominator of one statistic. */
  private static final class Addition {
    double windows; // of the running launch
    double windowsBelow;
    long warmUps;
    long warmUpsBelow;
    long numerator; // of ended launches
    long denominator;
    boolean isMomentary; // whether it is a level that has fallen

    void compare(Sum from, Sum to) {
      isMomentary |= to.isLevel() && to.numerator() < from.numerator();
    }
  }

  private final List<IssueCause> causes;
  private final Set<String> issue; // statistics of the causes
  private final SortedMap<String, Addition> additions = new TreeMap<>();
  private final SortedMap<String, Long> idle = new TreeMap<>(); // issue cycles between launches
  private Optional<RowExtrapolation> rows = Optional.empty(); // of the last launch, if it has gaps
  private double scale; // factor of the weights of the last launch's windows
  private long[] lacking = {}; // by cause: what issue ports' cycles lack in the last launch

  /**
   * @param causes causes of issue ports, of which the statistics of one instance add up to the
   *     ports' cycles
   */
  Extrapolation(List<IssueCause> causes) {
    this.causes = causes;
    issue = causes.stream().map(IssueCause::statistic).collect(Collectors.toSet());
  }

  void clear() {
    additions.clear();
    idle.clear();
  }

  /** Begins a launch, which lacks nothing unless windows follow. */
  void begins() {
    rows = Optional.empty();
  }

  private RowExtrapolation rows() {
    if (rows.isEmpty()) {
      rows = Optional.of(new RowExtrapolation());
    }
    return rows.get();
  }

  /** Adds what a machine counted in a window. */
  void window(Snapshot from, Snapshot to, double weight) {
    rows().window(from, to, weight);
    to.sums()
        .byName()
        .forEach(
            (name, sum) -> {
              Sum before = from.sums().byName().getOrDefault(name, Sum.NONE);
              Addition a = addition(name);
              a.compare(before, sum);
              a.windows += weight * (sum.numerator() - before.numerator());
              a.windowsBelow += weight * (sum.denominator() - before.denominator());
            });
  }

  /** Subtracts what a machine counted in a warm-up. */
  void warmUp(Snapshot from, Snapshot to) {
    rows().warmUp(from, to);
    subtract(from.sums(), to.sums());
  }

  private void subtract(StatisticSums from, StatisticSums to) {
    to.byName()
        .forEach(
            (name, sum) -> {
              Sum before = from.byName().getOrDefault(name, Sum.NONE);
              Addition a = addition(name);
              a.compare(before, sum);
              a.warmUps += sum.numerator() - before.numerator();
              a.warmUpsBelow += sum.denominator() - before.denominator();
            });
  }

  private Addition addition(String name) {
    return additions.computeIfAbsent(name, n -> new Addition());
  }

  /**
   * Ends a launch.
   *
   * @param factor of the windows' weights after rounding of the estimated ticks
   * @param skipped work-groups that were left out
   */
  void ends(double factor, long skipped) {
    scale = factor;
    lacking = causes.stream().mapToLong(c -> -count(c.statistic())).toArray();
    add(factor, skipped);
    for (int c = 0; c < lacking.length; c++) {
      lacking[c] += count(causes.get(c).statistic());
    }
  }

  private void add(double factor, long skipped) {
    Map<String, double[]> sums = new HashMap<>(); // by instance: issue cycles; never iterated
    additions.forEach(
        (name, a) -> {
          String plain = Statistic.plain(name);
          double[] sum = {0};
          if (issue.contains(plain)) { // rounding of the sums, so that they stay exact
            String instance = name.substring(0, name.length() - plain.length());
            sum = sums.computeIfAbsent(instance, i -> new double[1]);
          }
          long before = Math.round(sum[0]);
          sum[0] += factor * a.windows;
          a.numerator += Math.round(sum[0]) - before - a.warmUps;
          if (name.equals(WORK_GROUPS)) {
            a.numerator += skipped - (Math.round(factor * a.windows) - a.warmUps);
          }
          a.denominator += Math.round(factor * a.windowsBelow) - a.warmUpsBelow;
          a.windows = 0;
          a.windowsBelow = 0;
          a.warmUps = 0;
          a.warmUpsBelow = 0;
        });
  }

  /** Replaces the statistics between two launches, of which only issue ports' cycles count. */
  void idle(StatisticSums from, StatisticSums to) {
    subtract(from, to);
    to.byName()
        .forEach(
            (name, sum) -> {
              if (issue.contains(Statistic.plain(name))) {
                long before = from.byName().getOrDefault(name, Sum.NONE).numerator();
                idle.merge(name, sum.numerator() - before, Long::sum);
              }
            });
    add(1, 0);
  }

  /**
   * Adds the issue ports' cycles of all time between launches.
   *
   * @param weight that time relative to the time of all {@link #idle}
   */
  void endsIdle(double weight) {
    idle.forEach((name, cycles) -> addition(name).windows += weight * cycles);
    add(1, 0);
  }

  /** Returns what ended launches lack of a count. */
  private long count(String name) {
    Addition a = additions.get(name);
    return a == null ? 0 : a.numerator;
  }

  /** Adds what the last launch lacks to its ticks by row, and returns them. */
  Optional<RowTicks> rows(Optional<RowTicks> ticks) {
    rows.ifPresent(r -> ticks.ifPresent(t -> r.addTo(t, scale, c -> lacking[c])));
    return ticks;
  }

  /** Adds what the last launch lacks to its counts of executions, and returns them. */
  Optional<CodeCounts> counts(Optional<CodeCounts> counts) {
    rows.ifPresent(r -> counts.ifPresent(c -> r.addTo(c, scale)));
    return counts;
  }

  /** Returns a sink that adds what ended launches lack and passes the sums on. */
  StatisticsSink into(StatisticsSink out) {
    return new StatisticsSink() {
      @Override
      public void count(String name, long value) {
        Addition a = additions.get(name);
        boolean isWhole = a == null || a.isMomentary;
        out.count(name, isWhole ? value : Math.max(0, value + a.numerator));
      }

      @Override
      public void ratio(String name, long numerator, long denominator) {
        Addition a = additions.get(name);
        out.ratio(
            name,
            a == null ? numerator : Math.max(0, numerator + a.numerator),
            a == null ? denominator : Math.max(0, denominator + a.denominator));
      }
    };
  }
}
