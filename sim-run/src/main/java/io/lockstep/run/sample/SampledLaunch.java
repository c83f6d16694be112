// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * A launch with gaps: the ticks and statistics of its windows, taken when the device requests the
 * groups at their boundaries. Not thread-safe.
 */
final class SampledLaunch implements SampledGroups.Boundaries {
  private final SamplePlan plan;
  private final LongSupplier now;
  private final LongFunction<Snapshot> snapshots; // by the current tick
  private final Extrapolation statistics;
  private final GapWarmer warmer;
  private final RowExtrapolation rows = new RowExtrapolation();
  private final long[] first; // ticks of the first half of each window
  private final long[] second;
  private final List<Long> gaps = new ArrayList<>(); // ticks before which groups are left out
  private long warmUps; // ticks of the warm-ups after gaps
  private long tick; // last boundary
  private Snapshot last; // at the last start or end of a window

  SampledLaunch(
      SamplePlan plan,
      LongSupplier now,
      LongFunction<Snapshot> snapshots,
      Extrapolation statistics,
      GapWarmer warmer) {
    this.plan = plan;
    this.now = now;
    this.snapshots = snapshots;
    this.statistics = statistics;
    this.warmer = warmer;
    first = new long[plan.windows()];
    second = new long[plan.windows()];
  }

  /** Returns the ticks since the last boundary. */
  private long elapsed() {
    long from = tick;
    tick = now.getAsLong();
    return tick - from;
  }

  @Override
  public void starts(int window) {
    long ticks = elapsed();
    Snapshot at = snapshots.apply(tick);
    if (window > 0) {
      warmUps += ticks;
      statistics.warmUp(last.sums(), at.sums());
      rows.warmUp(last, at);
    }
    last = at;
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
  }

  @Override
  public void ends(int window) {
    second[window] = elapsed();
    Snapshot at = snapshots.apply(tick);
    double weight = RateEstimate.weight(plan, window);
    statistics.window(last.sums(), at.sums(), weight);
    rows.window(last, at, weight);
    last = at;
    if (window < plan.windows() - 1) {
      gaps.add(tick);
    }
  }

  /** Returns the ticks at which the gaps are, in order. */
  List<Long> gaps() {
    return gaps;
  }

  SamplePlan plan() {
    return plan;
  }

  RowExtrapolation rows() {
    return rows;
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

  RateEstimate estimate() {
    return new RateEstimate(plan, first, second);
  }
}
