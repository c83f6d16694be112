package io.lockstep.observe.activity;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Collects what queues of launches and directions of transfers did over the measured time, in
 * intervals that become longer with time, so that memory is bounded by the number of kernels. What
 * comes out does not depend on the order of additions. Not thread-safe.
 */
public final class StreamCollector {
  private final List<String> names;
  private final List<SortedMap<String, Series>> rows = new ArrayList<>(); // by what was done
  private IntervalSums sums;
  private long begun;

  /**
   * Numbers of series.
   *
   * @param busy picoseconds
   * @param bytes moved
   */
  private record Series(int busy, int bytes) {}

  /**
   * Creates an empty collector.
   *
   * @param names of the rows
   */
  public StreamCollector(List<String> names) {
    this.names = List.copyOf(names);
    begins(0);
  }

  /**
   * Forgets everything: another pass begins.
   *
   * @param picos when its measured time begins
   */
  public void begins(long picos) {
    begun = picos;
    sums = new IntervalSums(0, 1);
    rows.clear();
    names.forEach(name -> rows.add(new TreeMap<>()));
  }

  /**
   * Adds an operation.
   *
   * @param row number of its row
   * @param what the operation is: a kernel's name, or its kind
   * @param start of its own time, picoseconds
   * @param end of its own time, picoseconds
   * @param bytes that it moved; 0 for a launch
   */
  public void add(int row, String what, long start, long end, long bytes) {
    Series to =
        rows.get(row).computeIfAbsent(what, w -> new Series(sums.another(), sums.another()));
    sums.add(to.busy, start - begun, end - begun, end - start);
    sums.add(to.bytes, start - begun, end - begun, bytes);
  }

  /**
   * {@return what was collected; null if nothing was}
   *
   * @param length of the measured time, picoseconds
   */
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
