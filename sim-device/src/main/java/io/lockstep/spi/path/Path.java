// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.path;

/**
 * The critical path to an event of a launch: how the time from the launch's start to the event's
 * tick was spent, by resource and by row of the device's code.
 *
 * <p>A path is extended by the next step ({@link #to}); an event with several dependencies takes
 * the path of the dependency that completed last ({@link #later}). The last steps are kept
 * individually and earlier ones are summed, so memory is bounded. Ticks by resource and row always
 * add up to the time since the start, because each extension adds exactly the difference.
 * Immutable; paths share common parts.
 */
public final class Path {
  /** The row of time that belongs to no row of the code. */
  public static final int NO_ROW = PathTicks.NO_ROW;

  private static final int MOST = 64; // steps kept individually

  private final Path before; // null if all steps are summed
  private final PathTicks ticks; // summed ticks; null if there is a previous step
  private final long start;
  private final long tick;
  private final PathResource spent; // resource of the time since the previous step
  private final int row;
  private final int steps;

  private Path(Path before, PathTicks ticks, long start, long tick, PathResource spent, int row) {
    this.before = before;
    this.ticks = ticks;
    this.start = start;
    this.tick = tick;
    this.spent = spent;
    this.row = row;
    steps = before == null ? 0 : before.steps + 1;
  }

  /**
   * {@return the empty path of a launch}
   *
   * @param tick tick at which the launch begins
   * @param rows number of rows of the launch's code; time of other rows is attributed to {@link
   *     #NO_ROW}
   */
  public static Path start(long tick, int rows) {
    return new Path(null, PathTicks.none(rows), tick, tick, PathResource.LAUNCH, NO_ROW);
  }

  /**
   * {@return the later of two paths, the first one if both end at the same tick; a path of an
   * earlier launch is ignored}
   *
   * @param a a path, or null for no dependency
   * @param b a path, or null
   */
  public static Path later(Path a, Path b) {
    if (a == null || b == null || a.start != b.start) {
      return a == null || b != null && b.start > a.start ? b : a;
    }
    return b.tick > a.tick ? b : a;
  }

  /**
   * {@return this path extended to a tick}
   *
   * @param until the new end, a tick; if it is not after the current end, this path is returned
   * @param on resource of the added time
   */
  public Path to(long until, PathResource on) {
    return until <= tick ? this : to(until, on, row);
  }

  /**
   * {@return this path extended to a tick, at a row that also applies to later extensions}
   *
   * @param until the new end, a tick; no time is added if it is not after the current end
   * @param on resource of the added time
   * @param atRow row of the code, or {@link #NO_ROW}
   */
  public Path to(long until, PathResource on, int atRow) {
    if (until <= tick && atRow == row) {
      return this;
    }
    long end = Math.max(tick, until);
    if (before != null && (spent == on && row == atRow || before.tick == tick)) {
      return new Path(before, null, start, end, on, atRow); // merges the last two steps
    }
    if (steps == MOST) {
      return new Path(addedUp(), null, start, end, on, atRow);
    }
    return new Path(this, null, start, end, on, atRow);
  }

  private Path addedUp() {
    return new Path(null, ticks(), start, tick, spent, row);
  }

  private PathTicks ticks() {
    Path from = this;
    while (from.before != null) {
      from = from.before;
    }
    if (from == this) {
      return ticks;
    }
    PathTicks.More more = from.ticks.more();
    for (Path p = this; p != from; p = p.before) {
      if (p.tick > p.before.tick) {
        more.add(p.row, p.spent, p.tick - p.before.tick);
      }
    }
    return more.sum();
  }

  Path before() {
    return before;
  }

  /** {@return the tick at which the path ends} */
  public long tick() {
    return tick;
  }

  /** {@return the current row} */
  public int row() {
    return row;
  }

  /** {@return ticks since the launch's start, the sum of all shares} */
  public long length() {
    return tick - start;
  }

  /** {@return the shares of the path; computed on each call} */
  public PathSum sum() {
    return new PathSum(length(), ticks());
  }

  @Override
  public String toString() {
    return "path to " + tick + ": " + sum();
  }
}
