// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.store;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import java.util.regex.Pattern;

/**
 * The outcome of one point: a result, a refusal or a failure.
 *
 * @param point index in the plan
 * @param key 64 hexadecimal digits that identify the request by contents, values and versions
 */
public record PointOutcome(long point, String key, RunResult result, OutcomeOrigin provenance) {
  private static final Pattern KEY = Pattern.compile("[0-9a-f]{64}");

  /**
   * @throws IllegalArgumentException if the key is malformed
   */
  public PointOutcome {
    if (!KEY.matcher(key).matches()) {
      throw new IllegalArgumentException("key " + key);
    }
  }

  /** Returns whether the point is done; false if it was interrupted. */
  public boolean isDone() {
    return result.failure() != Failure.INTERRUPTED;
  }

  /**
   * Returns whether another computation of the same key must have the same outcome. This is false
   * for failures that depend on the machine or run, such as limits of time and memory or a dead
   * process.
   */
  public boolean isRepeatable() {
    return isRepeatable(result.failure(), provenance.signal());
  }

  /**
   * Returns whether a failure would occur again.
   *
   * @param failure failure, or null
   * @param signal description of how an earlier process of the point ended, or empty
   */
  public static boolean isRepeatable(Failure failure, String signal) {
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
