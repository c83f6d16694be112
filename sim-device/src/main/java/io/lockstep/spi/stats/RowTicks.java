// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.stats;

import java.util.Arrays;

/**
 * Ticks of issue ports by row of a device's code and by reason. Two special rows precede the code's
 * rows: {@link #NONE} and {@link #UNTOLD}. Not thread-safe.
 */
public final class RowTicks {
  /** Row number for time without a wavefront. */
  public static final int NONE = -1;

  /** Row number for time that the model attributes to no row. */
  public static final int UNTOLD = -2;

  private final int rows;
  private final int causes;
  private long[] ticks; // of the special rows only, until a row of the code has time

  /**
   * Creates a table of zeros.
   *
   * @param rows rows of the code
   * @param causes number of the family's reasons
   */
  public RowTicks(int rows, int causes) {
    this.rows = rows;
    this.causes = causes;
    Math.multiplyExact(rows + 2, causes);
    ticks = new long[2 * causes];
  }

  /** {@return rows of the code} */
  public int rows() {
    return rows;
  }

  /** {@return number of the family's reasons} */
  public int causes() {
    return causes;
  }

  /**
   * {@return the ticks}
   *
   * @param row row of the code, or {@link #NONE} or {@link #UNTOLD}
   * @param cause number of the reason
   */
  public long get(int row, int cause) {
    int at = (row + 2) * causes + cause;
    return at < ticks.length || row >= rows ? ticks[at] : 0;
  }

  /**
   * Adds ticks.
   *
   * @param row row of the code, or {@link #NONE} or {@link #UNTOLD}
   * @param cause number of the reason
   * @param more ticks to add, may be negative
   * @throws IllegalArgumentException if the code has no such row
   */
  public void add(int row, int cause, long more) {
    if (row < UNTOLD || row >= rows) {
      throw new IllegalArgumentException("time of row " + row + " of code of " + rows + " rows");
    }
    if (row >= 0 && ticks.length == 2 * causes) {
      values();
    }
    ticks[(row + 2) * causes + cause] += more;
  }

  /**
   * Adds other ticks of the same code.
   *
   * @param other ticks with the same numbers of rows and causes
   */
  public void add(RowTicks other) {
    if (other.ticks.length > ticks.length) {
      values();
    }
    for (int i = 0; i < Math.min(ticks.length, other.ticks.length); i++) {
      ticks[i] += other.ticks[i];
    }
  }

  /** Resets all ticks to zero. */
  public void clear() {
    Arrays.fill(ticks, 0);
  }

  /** {@return the internal array, ordered by row and then by reason} */
  public long[] values() {
    if (ticks.length < (rows + 2) * causes) {
      ticks = Arrays.copyOf(ticks, (rows + 2) * causes);
    }
    return ticks;
  }
}
