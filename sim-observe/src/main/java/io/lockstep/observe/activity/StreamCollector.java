// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.activity;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Collects the activity of launch queues and directions of transfers over the measured time, in
 * intervals that double as time goes on, so that memory is bounded by the number of kernels. The
 * result does not depend on the order of additions.
 */
public final class StreamCollector {
  private final List<String> names;
  private final List<SortedMap<String, Series>> rows = new ArrayList<>(); // by row, then by kind
  private IntervalSums sums;
  private long begun;

  /** Numbers of the series of busy picoseconds and of bytes. */
  private record Series(int busy, int bytes) {}

  public StreamCollector(List<String> names) {
    this.names = List.copyOf(names);
    begins(0);
  }

  /** Discards everything for another pass, whose measured time starts at {@code picos}. */
  public void begins(long picos) {
    begun = picos;
    sums = new IntervalSums(0, 1);
    rows.clear();
    names.forEach(name -> rows.add(new TreeMap<>()));
  }

  /** Adds an operation with its times in picoseconds; {@code what} names its kind or kernel. */
  public void add(int row, String what, long start, long end, long bytes) {
    Series to =
        rows.get(row).computeIfAbsent(what, w -> new Series(sums.another(), sums.another()));
    sums.add(to.busy, start - begun, end - begun, end - start);
    sums.add(to.bytes, start - begun, end - begun, bytes);
  }

  /** Returns the activity of {@code length} picoseconds of measured time; null if none. */
  public StreamActivity result(long length) {
    sums.reach(length);
    int intervals = Math.toIntExact((length + sums.width() - 1) / sums.width());
    List<StreamActivity.Row> told = new ArrayList<>();
    for (int r = 0; intervals > 0 && r < rows.size(); r++) {
      List<StreamActivity.Part> parts = new ArrayList<>();
      rows.get(r)
          .forEach(
              (what, series) -> {
                long[] busy = new long[intervals];
                long[] bytes = new long[intervals];
                sums.addTo(busy, series.busy);
                sums.addTo(bytes, series.bytes);
                parts.add(new StreamActivity.Part(what, busy, bytes));
              });
      if (!parts.isEmpty()) {
        told.add(new StreamActivity.Row(names.get(r), parts));
      }
    }
    return told.isEmpty() ? null : new StreamActivity(told, sums.width(), length);
  }
}
