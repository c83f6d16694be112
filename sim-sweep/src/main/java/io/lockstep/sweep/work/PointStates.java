// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

import io.lockstep.study.store.PointOutcome;
import io.lockstep.study.work.TraceAgreement;
import io.lockstep.sweep.store.Damage;
import io.lockstep.sweep.store.SegmentReader;
import io.lockstep.sweep.store.Segments;
import io.lockstep.sweep.store.SweepFolder;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The states of points according to the segments, with the keys and traces of their rows. Only rows
 * of the highest revision of a point are used; if they are old, the point is missing. Each refresh
 * reads only new lines. Only one thread may refresh; counts and {@link #next} are thread-safe.
 */
public final class PointStates {
  private final SweepFolder sweep;
  private final SweepPart part;
  private final ExistingRows existing;
  private final Tally tally;
  private final long[] traces; // leading digits of the trace's hash, by point; 0 without a row
  private final long[] keys; // leading digits of the key, by point; 0 without a row
  private final int[] revisions; // highest revision of the rows, by point
  private final BitSet old = new BitSet(); // points whose rows have to be replaced
  private final Map<Path, Long> examined = new HashMap<>(); // lookup only; bytes read by segment
  // hash of the last repeatable row, by point; 0 without a repeatable row
  private final int[] results;
  private final BitSet contradicted = new BitSet();

  /**
   * Creates the states without reading rows.
   *
   * @param existing rows that count
   */
  public PointStates(SweepFolder sweep, SweepPart part, ExistingRows existing) {
    this.sweep = sweep;
    this.part = part;
    this.existing = existing;
    tally = new Tally(sweep.points(), part);
    traces = new long[Math.toIntExact(sweep.points())];
    keys = new long[traces.length];
    results = new int[traces.length];
    revisions = new int[traces.length];
  }

  public SweepFolder sweep() {
    return sweep;
  }

  /**
   * Reads the new lines of all segments.
   *
   * @param damages receives each damaged place; a torn last line is reported each time
   */
  public void refresh(Consumer<Damage> damages) {
    for (Path segment : Segments.of(sweep)) {
      long before = examined.getOrDefault(segment, 0L);
      try (SegmentReader reader = new SegmentReader(sweep, segment, before, damages)) {
        while (reader.advance()) {
          take(reader.outcome());
        }
        examined.put(segment, reader.examined());
      }
    }
  }

  private void take(PointOutcome outcome) {
    if (outcome == null || !outcome.isDone() || outcome.point() >= traces.length) {
      return;
    }
    int point = (int) outcome.point();
    if (outcome.revision() < revisions[point]) {
      return;
    }
    if (outcome.revision() > revisions[point]) {
      forget(point, outcome.revision());
    }
    if (existing.isOld(outcome.build())) {
      replace(point);
    } else if (!isOld(point)) {
      count(point, outcome);
    }
  }

  private void count(int point, PointOutcome outcome) {
    long key = TraceAgreement.digits(outcome.key());
    if (outcome.isRepeatable()) {
      int result = outcome.result().hashCode();
      boolean differs = results[point] != 0 && results[point] != result && keys[point] == key;
      contradicted.set(point, differs || contradicted.get(point));
      results[point] = result;
    }
    tally.row(point, outcome.result().verdict(), outcome.isRepeatable());
    traces[point] = TraceAgreement.digits(outcome.result().traceSha256());
    keys[point] = key;
  }

  /** Starts a revision of a point, whose earlier rows no longer count. */
  private void forget(int point, int revision) {
    synchronized (old) {
      old.clear(point);
      revisions[point] = revision;
    }
    drop(point);
  }

  private void drop(int point) {
    tally.miss(point);
    traces[point] = 0;
    keys[point] = 0;
    results[point] = 0;
    contradicted.clear(point);
  }

  /** Has the rows of a point replaced: the point is missing until there is a later revision. */
  void replace(long point) {
    synchronized (old) {
      old.set((int) point);
    }
    drop((int) point);
  }

  private boolean isOld(int point) {
    synchronized (old) {
      return old.get(point);
    }
  }

  /** Returns the number of points of this part whose rows have to be replaced. */
  long replaced() {
    synchronized (old) {
      return old.stream().filter(part::has).count();
    }
  }

  /** Returns an outcome of this build with the revision that replaces the point's old rows. */
  PointOutcome next(PointOutcome outcome) {
    synchronized (old) {
      int point = (int) outcome.point();
      return outcome.by(existing.build(), revisions[point] + (old.get(point) ? 1 : 0));
    }
  }

  public Count count() {
    return tally.count();
  }

  public BitSet missing() {
    return tally.missing();
  }

  /** Marks the points that failed because of a machine or run as missing. */
  public void retry() {
    tally.retry();
  }

  /** Returns the points whose rows contradict each other. */
  BitSet contradicted() {
    return contradicted;
  }

  Tally tally() {
    return tally;
  }

  SweepPart part() {
    return part;
  }

  /** Returns the leading digits of a point's trace hash; 0 without a row. */
  long trace(long point) {
    return traces[(int) point];
  }

  /** Returns the leading digits of a point's key; 0 without a row. */
  long key(long point) {
    return keys[(int) point];
  }
}
