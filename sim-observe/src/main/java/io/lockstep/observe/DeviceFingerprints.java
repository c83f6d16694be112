// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.core.engine.EventFingerprints;
import io.lockstep.core.engine.EventPlace;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Program;
import java.util.Arrays;
import java.util.List;

/**
 * The fingerprints of one device's run by interval, kind and component: a table of sums in
 * ascending order of (interval, place). Thread-safe once complete.
 */
public final class DeviceFingerprints {
  /**
   * The identity of a run.
   *
   * @param traceSha256 identity of the trace; empty if the run failed
   * @param tickHertz ticks per second
   * @param from first recorded tick
   */
  public record Subject(
      String device,
      String deviceSha256,
      String workload,
      String traceSha256,
      long tickHertz,
      long from) {
    static Subject of(
        DeviceSpec spec, Program program, ObservedMachine observed, boolean isResumed) {
      long from = isResumed ? observed.simulation().now() + 1 : 0;
      return new Subject(spec.id(), spec.hash(), program.name(), "", observed.tickHertz(), from);
    }

    /** Returns picoseconds from the start to a tick. */
    public long picos(long tick) {
      return new TickScale(tickHertz).picos(tick);
    }
  }

  private final Subject subject;
  private final int shift;
  private final List<EventPlace> places;
  private long[] intervals = new long[64];
  private int[] at = new int[64];
  private long[] events = new long[64];
  private long[] sums = new long[64];
  private int size;

  DeviceFingerprints(Subject subject, int shift, List<EventPlace> places) {
    this.subject = subject;
    this.shift = shift;
    this.places = List.copyOf(places);
  }

  static DeviceFingerprints of(Subject subject, EventFingerprints gathered) {
    List<EventPlace> places = gathered.places();
    DeviceFingerprints made = new DeviceFingerprints(subject, gathered.shift(), places);
    gathered.forEach(made::add);
    return made;
  }

  void add(long interval, int place, long count, long sum) {
    if (size == at.length) {
      intervals = Arrays.copyOf(intervals, 2 * size);
      at = Arrays.copyOf(at, 2 * size);
      events = Arrays.copyOf(events, 2 * size);
      sums = Arrays.copyOf(sums, 2 * size);
    }
    intervals[size] = interval;
    at[size] = place;
    events[size] = count;
    sums[size++] = sum;
  }

  public Subject subject() {
    return subject;
  }

  /** Returns the base-2 logarithm of an interval's ticks; the first interval begins at tick 0. */
  public int shift() {
    return shift;
  }

  List<EventPlace> places() {
    return places;
  }

  int size() {
    return size;
  }

  long interval(int i) {
    return intervals[i];
  }

  int place(int i) {
    return at[i];
  }

  long events(int i) {
    return events[i];
  }

  long sum(int i) {
    return sums[i];
  }

  public long events() {
    return Arrays.stream(events, 0, size).sum();
  }

  /**
   * Returns the sum of all fingerprints, which the result of a run without resumption also
   * contains.
   */
  public String fingerprint() {
    return String.format("%016x", total());
  }

  long total() {
    return Arrays.stream(sums, 0, size).sum();
  }
}
