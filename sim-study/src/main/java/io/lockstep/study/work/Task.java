package io.lockstep.study.work;

/**
 * A point that is to be computed. Immutable.
 *
 * @param <P> points
 * @param point what to compute
 * @param attempt from 1
 * @param signal how the attempt before ended, or empty
 */
public record Task<P>(P point, int attempt, String signal) {
  /** How often a point is tried whose process dies, or has not enough memory. */
  static final int MOST_ATTEMPTS = 3;

  Task(P point) {
    this(point, 1, "");
  }

  /** The same once more. */
  Task<P> after(String ended) {
    return new Task<>(point, attempt + 1, ended);
  }

  /** Whether there is no further attempt. */
  boolean isLast() {
    return attempt >= MOST_ATTEMPTS;
  }
}
