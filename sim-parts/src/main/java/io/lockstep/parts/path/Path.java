package io.lockstep.parts.path;

/**
 * The critical path to something that happened in a launch: what the time from the launch's start
 * to its tick was spent on, by resource and by row of the device's code.
 *
 * <p>A path is extended by what follows ({@link #to}), and where something needs several others it
 * takes the path of the one that came last ({@link #later}). So whoever holds a path holds the
 * whole way back to the launch; its last steps are kept as they are, what lies before them is added
 * up, so that memory does not grow with it. Ticks by resource and row always add up to the time
 * since the start: extending a path to a tick adds exactly what lies between. Immutable; paths
 * share what they have in common.
 */
public final class Path {
  /** The row of time that belongs to no row of the code. */
  public static final int NO_ROW = PathTicks.NO_ROW;

  private static final int MOST = 64; // steps that are not added up

  private final Path before; // null where all is added up
  private final PathTicks ticks; // null where it is not
  private final long start;
  private final long tick;
  private final PathResource spent; // on what, since the one before
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
   * @param tick at which it begins
   * @param rows of its code; time of others counts as {@link #NO_ROW}'s
   */
  public static Path start(long tick, int rows) {
    return new Path(null, PathTicks.none(rows), tick, tick, PathResource.LAUNCH, NO_ROW);
  }

  /**
   * {@return the path of who came last; the first one where both came at the same tick; paths of an
   * earlier launch count as nothing}
   *
   * @param a a path, or null for nothing that is needed
   * @param b a path, or null
   */
  public static Path later(Path a, Path b) {
    if (a == null || b == null || a.start != b.start) {
      return a == null || b != null && b.start > a.start ? b : a;
    }
    return b.tick > a.tick ? b : a;
  }

  /**
   * {@return this path with the time up to a tick}
   *
   * @param until tick; where it is not beyond this path's, this path
   * @param on what it is spent on
   */
  public Path to(long until, PathResource on) {
    return until <= tick ? this : to(until, on, row);
  }

  /**
   * {@return this path with the time up to a tick, at a row; what follows counts to that row too}
   *
   * @param until tick; where it is not beyond this path's, no time is added
   * @param on what it is spent on
   * @param atRow of the code, or {@link #NO_ROW}
   */
  public Path to(long until, PathResource on, int atRow) {
    if (until <= tick && atRow == row) {
      return this;
    }
    long end = Math.max(tick, until);
    if (before != null && (spent == on && row == atRow || before.tick == tick)) {
      return new Path(before, null, start, end, on, atRow); // one step instead of two
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

  /** The path that this one is a step beyond. */
  Path before() {
    return before;
  }

  /** {@return the tick it leads to} */
  public long tick() {
    return tick;
  }

  /** {@return the row that it is at} */
  public int row() {
    return row;
  }

  /** {@return ticks since the launch's start: the sum of all} */
  public long length() {
    return tick - start;
  }

  /** {@return what it is made of; asking that adds it up} */
  public PathSum sum() {
    return new PathSum(length(), ticks());
  }

  @Override
  public String toString() {
    return "path to " + tick + ": " + sum();
  }
}
