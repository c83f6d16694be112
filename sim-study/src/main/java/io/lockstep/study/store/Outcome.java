package io.lockstep.study.store;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import java.util.regex.Pattern;

/**
 * What came out of one point: a result, a refusal, a failure. Immutable.
 *
 * @param point its index in the plan
 * @param key 64 hexadecimal digits of what was asked for: contents, values and versions
 * @param result how it came out
 * @param provenance who computed it
 */
public record Outcome(long point, String key, RunResult result, Provenance provenance) {
  private static final Pattern KEY = Pattern.compile("[0-9a-f]{64}");

  /**
   * Looks at the key.
   *
   * @param point its index in the plan
   * @param key 64 hexadecimal digits of what was asked for
   * @param result how it came out
   * @param provenance who computed it
   * @throws IllegalArgumentException where the key has another form
   */
  public Outcome {
    if (!KEY.matcher(key).matches()) {
      throw new IllegalArgumentException("key " + key);
    }
  }

  /**
   * {@return whether the point need not be computed again by itself} Not so where the process was
   * told to end before it was through.
   */
  public boolean isDone() {
    return result.failure() != Failure.INTERRUPTED;
  }

  /**
   * {@return whether another computation of the same key has to come to the same} Not so of what
   * this machine and this run had a part in: limits of time and memory, a process that died.
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
