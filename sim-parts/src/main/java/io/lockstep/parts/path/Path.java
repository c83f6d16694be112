package io.lockstep.parts.path;

/**
 * The critical path to something that happened in a launch: what the time from the launch's start
 * to its tick was spent on, by resource and by row of the device's code.
 *
 * <p>A path is extended by what follows ({@link #to}), and where something needs several others it
 * takes the path of the one that came last ({@link #later}). So whoever holds a path holds the
 * whole way back to the launch, in memory that does not grow with it. Ticks by resource and row
 * always add up to the time since the start: extending a path to a tick adds exactly what lies
 * between. Immutable and thread-safe; paths share what they have in common.
 */
public final class Path {
  /** The row of time that belongs to no row of the code. */
  public static final int NO_ROW = -1;

  private static final int RESOURCES = PathResource.values().length;
  private static final int LEAF_BITS = 4;
  private static final int LEAVES = 1 << LEAF_BITS;

  private final long start;
  private final long tick;
  private final int row;
  private final int rows;
  private final long[][][] ticks; // by row + 1, its higher and its lower bits, then by resource

  private Path(long start, long tick, int row, int rows, long[][][] ticks) {
    this.start = start;
    this.tick = tick;
    this.row = row;
    this.rows = rows;
    this.ticks = ticks;
  }

  /**
   * {@return the empty path of a launch}
   *
   * @param tick at which it begins
   * @param rows of its code; time of others counts as {@link #NO_ROW}'s
   */
  public static Path start(long tick, int rows) {
    return new Path(tick, tick, NO_ROW, rows, new long[(rows >> LEAF_BITS) + 1][][]);
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
   * @param spent on what
   */
  public Path to(long until, PathResource spent) {
    return to(until, spent, row);
  }

  /**
   * {@return this path with the time up to a tick, at a row; what follows counts to that row too}
   *
   * @param until tick; where it is not beyond this path's, no time is added
   * @param spent on what
   * @param atRow of the code, or {@link #NO_ROW}
   */
  public Path to(long until, PathResource spent, int atRow) {
    if (until <= tick) {
      return atRow == row ? this : new Path(start, tick, atRow, rows, ticks);
    }
    int place = atRow < 0 || atRow >= rows ? 0 : atRow + 1;
    long[][][] more = ticks.clone();
    int k = place >> LEAF_BITS;
    long[][] leaves = more[k] == null ? new long[LEAVES][] : more[k].clone();
    long[] own = leaves[place & LEAVES - 1];
    own = own == null ? new long[RESOURCES] : own.clone();
    own[spent.ordinal()] += until - tick;
    leaves[place & LEAVES - 1] = own;
    more[k] = leaves;
    return new Path(start, until, atRow, rows, more);
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

  /** {@return rows of the code} */
  public int rows() {
    return rows;
  }

  /**
   * {@return ticks spent on something at a row}
   *
   * @param atRow of the code, or {@link #NO_ROW}
   * @param on what
   */
  public long ticks(int atRow, PathResource on) {
    long[][] leaves = ticks[atRow + 1 >> LEAF_BITS];
    long[] own = leaves == null ? null : leaves[atRow + 1 & LEAVES - 1];
    return own == null ? 0 : own[on.ordinal()];
  }

  /**
   * {@return ticks spent on something}
   *
   * @param on what
   */
  public long ticks(PathResource on) {
    long sum = 0;
    for (int r = NO_ROW; r < rows; r++) {
      sum += ticks(r, on);
    }
    return sum;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("path to " + tick);
    for (PathResource r : PathResource.values()) {
      long spent = ticks(r);
      if (spent > 0) {
        text.append(", ").append(r.key()).append(' ').append(spent);
      }
    }
    return text.toString();
  }
}
