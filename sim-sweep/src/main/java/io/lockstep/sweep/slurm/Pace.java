// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.slurm;

/**
 * Waiting times, in milliseconds.
 *
 * @param shortestMillis first interval between queries
 * @param longestMillis longest interval between queries
 * @param settleMillis time from the end of an array until its rows must be visible, which is the
 *     delay of a shared file system
 * @param absentMillis maximum time to wait for an unreachable controller when a round is submitted
 */
public record Pace(long shortestMillis, long longestMillis, long settleMillis, long absentMillis) {
  private static final long PART = 20; // divisor of the time waited so far

  /** Returns the waiting times for a real cluster. */
  public static Pace usual() {
    return new Pace(250, 15_000, 3_000, 1_800_000);
  }

  /** Returns the interval to the next query, which grows with the time waited. */
  long pauseMillis(long waitedMillis) {
    return Math.max(shortestMillis, Math.min(longestMillis, waitedMillis / PART));
  }
}
