// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.activity;

import io.lockstep.spi.SliceKind;
import io.lockstep.spi.Timeline;
import io.lockstep.spi.stats.IssueCause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects the activity of issue ports over the time of launches, in intervals that double as time
 * goes on, so that memory is bounded. Sums do not depend on the order of additions. Recorders are
 * used by their partitions' threads, everything else by the run's thread.
 */
public final class ActivityCollector implements Timeline {
  static final long SHORTEST = ActivityTimes.BLUR;

  private final List<IssueCause> causes;
  private final List<Part> parts = new ArrayList<>(); // by partition; null for unused ones
  private long[] starts = new long[8];
  private int launches;
  private final List<Long> gaps = new ArrayList<>();
  private long begun; // start of the current launch
  private long before; // ticks of all previous launches

  public ActivityCollector(List<IssueCause> causes) {
    this.causes = List.copyOf(causes);
  }

  /** Discards all launches, because another pass begins. */
  public void clear() {
    parts.clear();
    launches = 0;
    gaps.clear();
    before = 0;
  }

  /** Marks a tick of the current launch before which work-groups are left out. */
  public void gap(long tick) {
    gaps.add(before + tick - begun);
  }

  public void begins(long tick) {
    if (launches == starts.length) {
      starts = Arrays.copyOf(starts, 2 * launches);
    }
    starts[launches++] = before;
    begun = tick;
  }

  /** Ends the launch, after all parts have reported. */
  public void ends(long tick) {
    before += tick - begun;
  }

  @Override
  public Recorder recorder(int partition) {
    while (parts.size() <= partition) {
      parts.add(null);
    }
    if (parts.get(partition) == null) {
      parts.set(partition, new Part());
    }
    return parts.get(partition);
  }

  /**
   * Returns the collected activity; null if the model does not report it.
   *
   * @param whole ticks of all launches, with those left out
   */
  public ActivityTimes result(long whole) {
    List<Part> told = parts.stream().filter(p -> p != null && p.told).toList();
    if (told.isEmpty() || before == 0) {
      return null;
    }
    long width = SHORTEST;
    for (Part part : told) {
      width = Math.max(width, part.sums.width());
    }
    while (width * IntervalSums.MOST < before) {
      width *= 2;
    }
    int intervals = Math.toIntExact((before + width - 1) / width);
    long[][] sums = new long[causes.size()][intervals];
    for (Part part : told) {
      part.sums.widenTo(width);
      for (int c = 0; c < sums.length; c++) {
        part.sums.addTo(sums[c], c);
      }
    }
    ActivityTimes.Gaps left =
        new ActivityTimes.Gaps(
            gaps.stream().mapToLong(Long::longValue).toArray(),
            gaps.isEmpty() ? 0 : Math.max(0, whole - before));
    return new ActivityTimes(causes, sums, width, before, Arrays.copyOf(starts, launches), left);
  }

  /** The activity of the units of one partition. */
  private final class Part implements Recorder {
    private final IntervalSums sums = new IntervalSums(causes.size(), SHORTEST); // by cause
    private boolean told;

    @Override
    public int track(String component, String lane) {
      return UNSEEN;
    }

    /** Returns the number of a cause, whose track is shared by all units. */
    @Override
    public int detail(String component, String lane) {
      for (IssueCause cause : causes) {
        if (cause.statistic().equals(lane)) {
          return cause.ordinal();
        }
      }
      return UNSEEN;
    }

    @Override
    public long interval() {
      return SHORTEST;
    }

    @Override
    public void slice(int track, SliceKind kind, long start, long end, long port, long amount) {
      if (kind != SliceKind.PORT_TIME) {
        return;
      }
      told = true;
      sums.add(track, before + start - begun, before + end - begun, amount);
    }
  }
}
