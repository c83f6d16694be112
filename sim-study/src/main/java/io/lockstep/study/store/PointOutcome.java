package io.lockstep.study.store;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import java.util.regex.Pattern;

/**
 * The outcome of one point: a result, a refusal, a failure.
 *
 * @param point its index in the plan
 * @param key 64 hexadecimal digits identifying the request: contents, values and versions
 * @param result of any status
 * @param provenance its origin
 */
public record PointOutcome(long point, String key, RunResult result, OutcomeOrigin provenance) {
  private static final Pattern KEY = Pattern.compile("[0-9a-f]{64}");

  /**
   * Checks the key.
   *
   * @param point its index in the plan
   * @param key 64 hexadecimal digits identifying the request
   * @param result of any status
   * @param provenance its origin
   * @throws IllegalArgumentException if the key is malformed
   */
  public PointOutcome {
    if (!KEY.matcher(key).matches()) {
      throw new IllegalArgumentException("key " + key);
    }
  }

  /** {@return whether the point is done} False if the process was interrupted. */
  public boolean isDone() {
    return result.failure() != Failure.INTERRUPTED;
  }

  /**
   * {@return whether another computation of the same key must have the same outcome} False for
   * failures that depend on this machine or run: limits of time and memory, a dead process.
   */
  public boolean isRepeatable() {
    return isRepeatable(result.failure(), provenance.signal());
  }

  /**
   * {@return the same of a failure}
   *
   * @param failure or null
   * @param signal how a process ended that was at it, or empty
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
