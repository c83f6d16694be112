// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.path;

/** Immutable ticks by row of the code and by resource; modified copies share unchanged rows. */
final class PathTicks {
  /** The row of time that belongs to no row of the code. */
  static final int NO_ROW = -1;

  private static final int RESOURCES = PathResource.values().length;
  private static final int LEAF_BITS = 4;
  private static final int LEAVES = 1 << LEAF_BITS;

  private final int rows;
  private final long[][][] ticks; // by the index's higher and lower bits, then by resource

  private PathTicks(int rows, long[][][] ticks) {
    this.rows = rows;
    this.ticks = ticks;
  }

  static PathTicks none(int rows) {
    return new PathTicks(rows, new long[(rows >> LEAF_BITS) + 1][][]);
  }

  int rows() {
    return rows;
  }

  /** Returns the index of a row; rows beyond the code share the index of {@link #NO_ROW}. */
  private int place(int row) {
    return row < 0 || row >= rows ? 0 : row + 1;
  }

  long get(int row, PathResource on) {
    long[][] leaves = ticks[place(row) >> LEAF_BITS];
    long[] own = leaves == null ? null : leaves[place(row) & LEAVES - 1];
    return own == null ? 0 : own[on.ordinal()];
  }

  More more() {
    return new More();
  }

  /** A modifiable copy that shares unchanged rows. */
  final class More {
    private final long[][][] sums = ticks.clone();

    private More() {}

    void add(int row, PathResource on, long spent) {
      own(place(row))[on.ordinal()] += spent;
    }

    /** Returns a row's ticks, copied before the first change. */
    private long[] own(int place) {
      int k = place >> LEAF_BITS;
      int i = place & LEAVES - 1;
      if (sums[k] == null) {
        sums[k] = new long[LEAVES][];
      } else if (sums[k] == ticks[k]) {
        sums[k] = sums[k].clone();
      }
      long[] shared = ticks[k] == null ? null : ticks[k][i];
      if (sums[k][i] == null) {
        sums[k][i] = new long[RESOURCES];
      } else if (sums[k][i] == shared) {
        sums[k][i] = sums[k][i].clone();
      }
      return sums[k][i];
    }

    /** Ends the modification and returns the result, which takes over the array. */
    PathTicks sum() {
      return new PathTicks(rows, sums);
    }
  }
}
