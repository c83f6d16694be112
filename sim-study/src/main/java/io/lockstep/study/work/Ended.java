// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import io.lockstep.run.Failure;
import io.lockstep.run.Verdict;
import io.lockstep.study.store.PointOutcome;

/**
 * The end of an attempt at a point.
 *
 * @param verdict verdict of the stored result, or null if there is none and the point is to be
 *     retried
 * @param failure failure of the stored result, or null
 * @param trace SHA-256 of the trace, or empty
 * @param wallMicros wall time in microseconds
 * @param signal description of how an earlier or the current process of the point ended, or empty
 */
public record Ended(
    Verdict verdict, Failure failure, String trace, long wallMicros, String signal) {
  /** Creates the end of an attempt without a result. */
  static Ended again(String signal) {
    return new Ended(null, null, "", 0, signal);
  }

  boolean isAgain() {
    return verdict == null;
  }

  /** Returns whether another machine would have the same outcome. */
  public boolean isRepeatable() {
    return PointOutcome.isRepeatable(failure, signal);
  }
}
