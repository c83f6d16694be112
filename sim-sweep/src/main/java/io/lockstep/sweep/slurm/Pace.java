package io.lockstep.sweep.slurm;

/**
 * How long it is waited for what, milliseconds. Immutable.
 *
 * @param shortestMillis from one look to the next, in the beginning
 * @param longestMillis the same later on
 * @param settleMillis from when Slurm knows an array no more until its rows must be seen: what a
 *     shared file system may be late
 * @param absentMillis how long a controller may be away when a further round is handed over
 */
public record Pace(long shortestMillis, long longestMillis, long settleMillis, long absentMillis) {
  private static final long PART = 20; // of the time that has gone by

  /** {@return what suits a cluster} */
  public static Pace usual() {
    return new Pace(250, 15_000, 3_000, 1_800_000);
  }

  /** Pauses grow with what is waited for. */
  long pauseMillis(long waitedMillis) {
    return Math.max(shortestMillis, Math.min(longestMillis, waitedMillis / PART));
  }
}
