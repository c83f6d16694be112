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
 * The states of points according to the segments, with the keys and traces of their rows. Each
 * refresh reads only new lines. Only one thread may refresh; counts are thread-safe.
 */
public final class PointStates {
  private final SweepFolder sweep;
  private final Tally tally;
  private final long[] traces; // leading digits of the trace's hash, by point; 0 without a row
  private final long[] keys; // leading digits of the key, by point; 0 without a row
  private final Map<Path, Long> examined = new HashMap<>(); // lookup only; bytes read by segment
  // hash of the last repeatable row, by point; 0 without a repeatable row
  private final int[] results;
  private final BitSet contradicted = new BitSet();

  /** Creates the states without reading rows. */
  public PointStates(SweepFolder sweep, SweepPart part) {
    this.sweep = sweep;
    tally = new Tally(sweep.points(), part);
    traces = new long[Math.toIntExact(sweep.points())];
    keys = new long[traces.length];
    results = new int[traces.length];
  }

  /** Creates the states and reads all segments. */
  static PointStates read(SweepFolder sweep, SweepPart part, Consumer<Damage> damages) {
    PointStates standing = new PointStates(sweep, part);
    standing.refresh(damages);
    return standing;
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
    if (outcome != null && outcome.isDone() && outcome.point() < traces.length) {
      tally.row(outcome.point(), outcome.result().verdict(), outcome.isRepeatable());
      int point = (int) outcome.point();
      traces[point] = TraceAgreement.digits(outcome.result().traceSha256());
      keys[point] = TraceAgreement.digits(outcome.key());
      int result = 31 * outcome.key().hashCode() + outcome.result().hashCode();
      if (outcome.isRepeatable()) {
        contradicted.set(point, results[point] != 0 && results[point] != result || isWrong(point));
        results[point] = result;
      }
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

  private boolean isWrong(int point) {
    return contradicted.get(point);
  }

  /** Returns the points whose rows contradict each other. */
  BitSet contradicted() {
    return contradicted;
  }

  Tally tally() {
    return tally;
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
