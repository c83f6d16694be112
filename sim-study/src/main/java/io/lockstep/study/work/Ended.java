package io.lockstep.study.work;

import io.lockstep.run.Failure;
import io.lockstep.run.Verdict;
import io.lockstep.study.store.PointOutcome;

/**
 * How an attempt at a point ended. Immutable.
 *
 * @param verdict of the row that has been written, or null if none was and the point is to be tried
 *     again
 * @param failure why that has failed, or null
 * @param trace identity of what was executed, or empty
 * @param wallMicros what it took
 * @param signal how a process ended that was at it before, or now; or empty
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
