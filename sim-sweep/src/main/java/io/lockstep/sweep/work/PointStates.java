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
 * The status of points according to the segments, with the traces that they came from. Reading
 * again adds only new rows. One thread reads; counts are for any.
 */
public final class PointStates {
  private final SweepFolder sweep;
  private final Tally tally;
  private final long[] traces; // by point; 0 where there is none
  private final long[] keys; // likewise, their first digits
  private final Map<Path, Long> examined = new HashMap<>(); // looked up only
  private final int[] results; // likewise, of those that any machine would have
  private final BitSet contradicted = new BitSet();

  /**
   * Creates a status without rows.
   *
   * @param sweep whose segments are read
   * @param part points that are counted
   */
  public PointStates(SweepFolder sweep, SweepPart part) {
    this.sweep = sweep;
    tally = new Tally(sweep.points(), part);
    traces = new long[Math.toIntExact(sweep.points())];
    keys = new long[traces.length];
    results = new int[traces.length];
  }

  /** Reads all segments. */
  static PointStates read(SweepFolder sweep, SweepPart part, Consumer<Damage> damages) {
    PointStates standing = new PointStates(sweep, part);
    standing.refresh(damages);
    return standing;
  }

  /**
   * Reads new lines of all current segments.
   *
   * @param damages receives each damaged place, a torn end each time
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

  /** {@return how the points stand} */
  public Count count() {
    return tally.count();
  }

  /** {@return indices of points without a row} */
  public BitSet missing() {
    return tally.missing();
  }

  /** Points that were set aside are missing again. */
  public void retry() {
    tally.retry();
  }

  private boolean isWrong(int point) {
    return contradicted.get(point);
  }

  /** Points with rows that differ. */
  BitSet contradicted() {
    return contradicted;
  }

  Tally tally() {
    return tally;
  }

  /** The first digits of the trace of a point's row; 0 without a row. */
  long trace(long point) {
    return traces[(int) point];
  }

  /** The first digits of the key of a point's row; 0 without a row. */
  long key(long point) {
    return keys[(int) point];
  }
}
