package io.lockstep.study.work;

import io.lockstep.run.Failure;
import io.lockstep.run.Verdict;
import io.lockstep.study.store.PointOutcome;

/**
 * How an attempt at a point ended.
 *
 * @param verdict of the written row, or null if there is none and the point is to be retried
 * @param failure of the row, or null
 * @param trace identity of the execution, or empty
 * @param wallMicros wall time, microseconds
 * @param signal how an earlier or the current process of the point ended, or empty
 */
public record Ended(
    Verdict verdict, Failure failure, String trace, long wallMicros, String signal) {
  /** No row has been written. */
  static Ended again(String signal) {
    return new Ended(null, null, "", 0, signal);
  }

  /** {@return whether the point is to be tried again} */
  boolean isAgain() {
    return verdict == null;
  }

  /** {@return whether any machine would have the same row} */
  public boolean isRepeatable() {
    return PointOutcome.isRepeatable(failure, signal);
  }
}
