package io.lockstep.sweep.work;

import io.lockstep.sweep.store.Damage;
import io.lockstep.sweep.store.Outcome;
import io.lockstep.sweep.store.SegmentReader;
import io.lockstep.sweep.store.Segments;
import io.lockstep.sweep.store.SweepFolder;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.function.Consumer;

/** What segments say when a driver begins: how points stand, and from which traces they are. */
final class Standing {
  private final Tally tally;
  private final long[] traces; // by point; 0 where there is none
  private final int[] results; // likewise, of those that any machine would have
  private final BitSet contradicted = new BitSet();

  private Standing(SweepFolder sweep, Part part) {
    tally = new Tally(sweep.points(), part);
    traces = new long[Math.toIntExact(sweep.points())];
    results = new int[traces.length];
  }

  /** Reads all segments. */
  static Standing read(SweepFolder sweep, Part part, Consumer<Damage> damages) {
    Standing standing = new Standing(sweep, part);
    for (Path segment : Segments.of(sweep)) {
      try (SegmentReader reader = new SegmentReader(sweep, segment, 0, damages)) {
        while (reader.advance()) {
          standing.take(reader.outcome());
        }
      }
    }
    return standing;
  }

  private void take(Outcome outcome) {
    if (outcome != null && outcome.isDone() && outcome.point() < traces.length) {
      tally.row(outcome.point(), outcome.result().status(), outcome.isRepeatable());
      int point = (int) outcome.point();
      traces[point] = TraceAgreement.digits(outcome.result().traceSha256());
      int result = 31 * outcome.key().hashCode() + outcome.result().hashCode();
      if (outcome.isRepeatable()) {
        contradicted.set(point, results[point] != 0 && results[point] != result || isWrong(point));
        results[point] = result;
      }
    }
  }

  private boolean isWrong(int point) {
    return contradicted.get(point);
  }

  /** Points that have rows of which not all are the same. */
  BitSet contradicted() {
    return contradicted;
  }

  Tally tally() {
    return tally;
  }

  /** First digits of the trace of a point's row; 0 where there is none. */
  long trace(long point) {
    return traces[(int) point];
  }
}
