// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Keeps the fingerprint of every (interval of ticks, kind, component) in bounded memory.
 *
 * <p>Intervals are 2^k ticks long, aligned at 0, with k = 0 at first. If there are too many sums,
 * neighbouring intervals are merged: fingerprints are sums, so the fingerprint of a merged interval
 * is the sum of the original fingerprints. Over all ticks they add up to {@link
 * Simulation#fingerprint}. The result depends neither on the threads nor on the order of ties.
 *
 * <p>Calls are never concurrent; {@link #forEach} may be called only between runs.
 */
public final class EventFingerprints implements EventSink {
  /** Receives sums in ascending order of interval and place. */
  @FunctionalInterface
  public interface Receiver {
    /**
     * Receives one sum.
     *
     * @param interval number of the interval: its first tick is {@code interval << shift}
     * @param place index among {@link #places}
     * @param events number of events, more than zero
     * @param fingerprint sum of the events' hashes
     */
    void sum(long interval, int place, long events, long fingerprint);
  }

  private static final int LARGEST_SHIFT = 62;
  private static final int FIELD_BITS = 26;

  private final long from;
  private final long to;
  private int most;
  private final Lane[] lanes;
  private final EventPlaces places;
  private final long[] names;
  private int shift;
  private int kept;
  private long tickHashed = -1;
  private long tickHash;

  /**
   * Creates the sink and attaches it.
   *
   * @param simulation completely assembled; later components are not included
   * @param from first tick of interest
   * @param to last tick of interest
   * @param most maximum number of sums, exceeded only if a single interval has more
   */
  public EventFingerprints(Simulation simulation, long from, long to, int most) {
    this.from = from;
    this.to = to;
    this.most = most;
    places = new EventPlaces(simulation);
    names = simulation.componentNames();
    lanes = new Lane[simulation.partitions().size()];
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = new Lane();
    }
    simulation.attach(this);
  }

  /** {@return k: intervals are 2 to the power of k ticks long; grows during a run} */
  public int shift() {
    return shift;
  }

  @Override
  public void onEvents(long tick, EventKind kind, EventBatch batch) {
    if (tick < from || tick > to) {
      return;
    }
    Lane lane = lanes[kind.partition.id()];
    if (tick >> shift != lane.interval) {
      next(lane, tick);
    }
    if (tick != tickHashed) {
      tickHashed = tick;
      tickHash = Fingerprint.ofTick(tick);
    }
    long base = kind.hash + tickHash;
    int[] local = places.local();
    int n = batch.size();
    for (int i = 0; i < n; i++) {
      int component = batch.component(i);
      long hash =
          kind.meaning == null
              ? Fingerprint.ofEvent(base, names[component])
              : Fingerprint.ofEvent(base, names[component], batch.meaning(i));
      lane.add(kind.index << FIELD_BITS | local[component], 1, hash);
    }
  }

  private void next(Lane lane, long tick) {
    kept += lane.close();
    if (kept > most) {
      merge();
    }
    lane.interval = tick >> shift;
  }

  /** Doubles the intervals until half of the room is free, or there is only one interval. */
  private void merge() {
    for (Lane lane : lanes) {
      kept += lane.close();
    }
    while (kept > most / 2 && shift < LARGEST_SHIFT && longest() > 1) {
      shift++;
      kept = 0;
      for (Lane lane : lanes) {
        kept += lane.merge(1);
      }
    }
    most = Math.max(most, 2 * kept); // only one interval: there are as many sums as places
  }

  private int longest() {
    int runs = 0;
    for (Lane lane : lanes) {
      runs = Math.max(runs, lane.runs);
    }
    return runs;
  }

  /**
   * {@return the kinds and components of all seen events, in order; may be called only between
   * runs}
   */
  public List<EventPlace> places() {
    return List.copyOf(order().keySet());
  }

  /** Returns all places in order, each with its lane and code. */
  private TreeMap<EventPlace, long[]> order() {
    TreeMap<EventPlace, long[]> found = new TreeMap<>();
    for (int l = 0; l < lanes.length; l++) {
      Lane lane = lanes[l];
      lane.close();
      lane.forget();
      for (int i = 0; i < lane.size; i++) {
        if (lane.number(lane.codes[i]) < 0) {
          lane.number(lane.codes[i], 0);
          EventPlace place = places.place(l, lane.codes[i] >>> FIELD_BITS, field(lane.codes[i]));
          found.put(place, new long[] {l, lane.codes[i]});
        }
      }
    }
    return found;
  }

  private static int field(int code) {
    return code & (1 << FIELD_BITS) - 1;
  }

  /**
   * Passes on all sums; may be called only between runs.
   *
   * @param receiver is called once for every sum
   */
  public void forEach(Receiver receiver) {
    int number = 0;
    for (long[] at : order().values()) {
      lanes[(int) at[0]].number((int) at[1], number++);
    }
    kept = 0;
    for (Lane lane : lanes) {
      kept += lane.merge(0); // an interval that was closed early has two runs
    }
    int[] run = new int[lanes.length];
    while (true) {
      long interval = Long.MAX_VALUE;
      for (int l = 0; l < lanes.length; l++) {
        interval =
            run[l] < lanes[l].runs ? Math.min(interval, lanes[l].intervals[run[l]]) : interval;
      }
      if (interval == Long.MAX_VALUE) {
        return;
      }
      TreeMap<Integer, long[]> sums = new TreeMap<>();
      for (int l = 0; l < lanes.length; l++) {
        Lane lane = lanes[l];
        if (run[l] < lane.runs && lane.intervals[run[l]] == interval) {
          for (int i = lane.first(run[l]); i < lane.ends[run[l]]; i++) {
            sums.put(lane.number(lane.codes[i]), new long[] {lane.counts[i], lane.sums[i]});
          }
          run[l]++;
        }
      }
      long here = interval;
      sums.forEach((place, sum) -> receiver.sum(here, place, sum[0], sum[1]));
    }
  }

  /**
   * The sums of one partition. The sums of the open interval are in tables by code (kind, and
   * number of the component within its partition), the sums of each closed interval in a run.
   */
  private static final class Lane {
    private long interval = -1;
    private final long[][] openCounts = new long[Event.MAX_KINDS][];
    private final long[][] openSums = new long[Event.MAX_KINDS][];
    private final int[][] numbers = new int[Event.MAX_KINDS][]; // place numbers plus 1
    private int[] touched = new int[16];
    private int touchedCount;

    private long[] intervals = new long[16];
    private int[] ends = new int[16]; // exclusive end of each run
    private int runs;
    private int[] codes = new int[64];
    private long[] counts = new long[64];
    private long[] sums = new long[64];
    private int size;

    void add(int code, long count, long sum) {
      int kind = code >>> FIELD_BITS;
      int field = field(code);
      long[] row = openCounts[kind];
      if (row == null || field >= row.length) {
        row = widen(kind, field);
      }
      if (row[field] == 0) {
        if (touchedCount == touched.length) {
          touched = Arrays.copyOf(touched, 2 * touchedCount);
        }
        touched[touchedCount++] = code;
      }
      row[field] += count;
      openSums[kind][field] += sum;
    }

    private long[] widen(int kind, int field) {
      int old = openCounts[kind] == null ? 0 : openCounts[kind].length;
      int room = Math.max(Math.max(8, 2 * old), field + 1);
      openCounts[kind] = old == 0 ? new long[room] : Arrays.copyOf(openCounts[kind], room);
      openSums[kind] = old == 0 ? new long[room] : Arrays.copyOf(openSums[kind], room);
      return openCounts[kind];
    }

    /** Converts the open interval to a run; returns the number of its sums. */
    int close() {
      int n = touchedCount;
      if (n > 0) {
        room(size + n);
        append(interval);
      }
      interval = -1;
      return n;
    }

    private void room(int need) {
      if (need > codes.length) {
        int more = Math.max(need, 2 * codes.length);
        codes = Arrays.copyOf(codes, more);
        counts = Arrays.copyOf(counts, more);
        sums = Arrays.copyOf(sums, more);
      }
      if (runs == ends.length) {
        ends = Arrays.copyOf(ends, 2 * runs);
        intervals = Arrays.copyOf(intervals, 2 * runs);
      }
    }

    private void append(long of) {
      for (int i = 0; i < touchedCount; i++) {
        int kind = touched[i] >>> FIELD_BITS;
        int field = field(touched[i]);
        codes[size] = touched[i];
        counts[size] = openCounts[kind][field];
        sums[size++] = openSums[kind][field];
        openCounts[kind][field] = 0;
        openSums[kind][field] = 0;
      }
      touchedCount = 0;
      intervals[runs] = of;
      ends[runs++] = size;
    }

    int first(int run) {
      return run == 0 ? 0 : ends[run - 1];
    }

    /** Merges the runs of each 2^longer neighbouring intervals; no interval may be open. */
    int merge(int longer) {
      int before = runs;
      int from = 0;
      runs = 0;
      size = 0;
      for (int r = 0; r < before; ) {
        long merged = intervals[r] >> longer;
        while (r < before && intervals[r] >> longer == merged) {
          for (; from < ends[r]; from++) { // each run is read before it is overwritten
            add(codes[from], counts[from], sums[from]);
          }
          r++;
        }
        append(merged);
      }
      return size;
    }

    void forget() {
      Arrays.fill(numbers, null);
    }

    int number(int code) {
      int[] row = numbers[code >>> FIELD_BITS];
      int field = field(code);
      return row == null || field >= row.length ? -1 : row[field] - 1;
    }

    void number(int code, int number) {
      int kind = code >>> FIELD_BITS;
      int field = field(code);
      int[] row = numbers[kind] == null ? new int[8] : numbers[kind];
      if (field >= row.length) {
        row = Arrays.copyOf(row, Math.max(2 * row.length, field + 1));
      }
      numbers[kind] = row;
      row[field] = number + 1;
    }
  }
}
