// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.rows;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A list of numbers for each row, all in one array. Immutable by convention, thread-safe. */
public final class RowLists {
  /** First index of each row in {@link #values}; one more entry at the end. */
  public final int[] start;

  /** The numbers of all rows, in order of the rows. */
  public final int[] values;

  private RowLists(int[] start, int[] values) {
    this.start = start;
    this.values = values;
  }

  /**
   * {@return a field of rows that holds several numbers}
   *
   * @param <R> row
   * @param rows in order
   * @param field the numbers of a row; called twice for each
   */
  public static <R> RowLists of(List<R> rows, Function<? super R, IntStream> field) {
    return new RowLists(
        Columns.starts(rows, row -> (int) field.apply(row).count()),
        rows.stream().flatMapToInt(field).toArray());
  }
}
