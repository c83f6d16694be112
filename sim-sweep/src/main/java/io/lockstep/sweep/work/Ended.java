package io.lockstep.sweep.work;

import io.lockstep.run.Failure;
import io.lockstep.run.Verdict;

/**
 * How an attempt at a point ended. Immutable.
 *
 * @param verdict of the row that has been written, or null where none was and the point is to be
 *     tried again
 * @param failure why that has failed, or null
 * @param trace identity of what was executed, or empty
 * @param wallMicros what it took
 * @param signal how a process ended that was at it before, or now; or empty
 */
record Ended(Verdict verdict, Failure failure, String trace, long wallMicros, String signal) {
  /** No row has been written. */
  static Ended again(String signal) {
    return new Ended(null, null, "", 0, signal);
  }

  boolean isAgain() {
    return verdict == null;
  }

  /** Whether any machine would have the same row. */
  boolean isRepeatable() {
    if (failure == null) {
      return true;
    }
    return switch (failure) {
      case INPUT, NO_PROGRESS -> true;
      case MODEL -> signal.isEmpty();
      case STUCK, TIME_LIMIT, MEMORY, INTERRUPTED -> false;
    };
  }
}
