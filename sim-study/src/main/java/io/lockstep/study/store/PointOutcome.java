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
 * @param build code that computed the result
 * @param revision number of earlier outcomes of the point that this one replaces, because they are
 *     of another build or of other files
 */
public record PointOutcome(
    long point, String key, RunResult result, OutcomeOrigin provenance, Build build, int revision) {
  private static final Pattern KEY = Pattern.compile("[0-9a-f]{64}");

  /**
   * @throws IllegalArgumentException if the key is malformed
   */
  public PointOutcome {
    if (!KEY.matcher(key).matches()) {
      throw new IllegalArgumentException("key " + key);
    }
  }

  /** Creates the first outcome of a point, of an unknown build. */
  public PointOutcome(long point, String key, RunResult result, OutcomeOrigin provenance) {
    this(point, key, result, provenance, Build.UNKNOWN, 0);
  }

  /** Returns the outcome with the build that computed it and its revision. */
  public PointOutcome by(Build builder, int number) {
    return new PointOutcome(point, key, result, provenance, builder, number);
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
