// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

/**
 * A point to be computed.
 *
 * @param attempt number of the attempt, from 1
 * @param signal description of how the previous attempt ended, or empty
 */
public record Task<P>(P point, int attempt, String signal) {
  /** Maximum number of attempts at a point whose process dies or lacks memory. */
  static final int MOST_ATTEMPTS = 3;

  /** Returns the last attempt at a point, for a point that has been computed beside others. */
  public static <P> Task<P> last(P point) {
    return new Task<>(point, MOST_ATTEMPTS, "");
  }

  Task(P point) {
    this(point, 1, "");
  }

  Task<P> after(String ended) {
    return new Task<>(point, attempt + 1, ended);
  }

  boolean isLast() {
    return attempt >= MOST_ATTEMPTS;
  }
}
