package io.lockstep.parts.path;

/**
 * Ticks by row of the code and by resource, most of them zero. What is added makes another of it,
 * which shares all rows that have not changed. Immutable.
 */
final class PathTicks {
  private static final int RESOURCES = PathResource.values().length;
  private static final int LEAF_BITS = 4;
  private static final int LEAVES = 1 << LEAF_BITS;

  private final int rows;
  private final long[][][] ticks; // by place, its higher and its lower bits, then by resource

  private PathTicks(int rows, long[][][] ticks) {
    this.rows = rows;
    this.ticks = ticks;
  }

  /** No ticks of code with so many rows. */
  static PathTicks none(int rows) {
    return new PathTicks(rows, new long[(rows >> LEAF_BITS) + 1][][]);
  }

  int rows() {
    return rows;
  }

  /** The place of a row; those beyond the code share the one of no row. */
  private int place(int row) {
    return row < 0 || row >= rows ? 0 : row + 1;
  }

  long get(int row, PathResource on) {
    long[][] leaves = ticks[place(row) >> LEAF_BITS];
    long[] own = leaves == null ? null : leaves[place(row) & LEAVES - 1];
    return own == null ? 0 : own[on.ordinal()];
  }

  /** These and what a path has since an earlier one of it. */
  PathTicks plus(Path from, Path to) {
    long[][][] more = ticks.clone();
    for (Path p = to; p != from; p = p.before()) {
      long spent = p.tick() - p.before().tick();
      if (spent > 0) {
        own(more, place(p.row()))[p.spent().ordinal()] += spent;
      }
    }
    return new PathTicks(rows, more);
  }

  /** A row's ticks in a copy, copied themselves where they are still those of this one. */
  private long[] own(long[][][] more, int place) {
    int k = place >> LEAF_BITS;
    int i = place & LEAVES - 1;
    if (more[k] == null) {
      more[k] = new long[LEAVES][];
    } else if (more[k] == ticks[k]) {
      more[k] = more[k].clone();
    }
    long[] shared = ticks[k] == null ? null : ticks[k][i];
    if (more[k][i] == null) {
      more[k][i] = new long[RESOURCES];
    } else if (more[k][i] == shared) {
      more[k][i] = more[k][i].clone();
    }
    return more[k][i];
  }
}
