// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.rows;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** Turns fields of rows into arrays by row, which compute units read without indirection. */
public final class Columns {
  private Columns() {}

  /**
   * {@return a field of rows as integers}
   *
   * @param <R> row
   * @param rows in order
   * @param field value of a row
   */
  public static <R> int[] ints(List<R> rows, ToIntFunction<? super R> field) {
    return rows.stream().mapToInt(field).toArray();
  }

  /**
   * {@return a field of rows as bytes}
   *
   * @param <R> row
   * @param rows in order
   * @param field value of a row, -128 to 127
   */
  public static <R> byte[] bytes(List<R> rows, ToIntFunction<? super R> field) {
    byte[] column = new byte[rows.size()];
    for (int k = 0; k < column.length; k++) {
      column[k] = (byte) field.applyAsInt(rows.get(k));
    }
    return column;
  }

  /**
   * {@return a condition of rows}
   *
   * @param <R> row
   * @param rows in order
   * @param field whether the condition holds for a row
   */
  public static <R> boolean[] flags(List<R> rows, Predicate<? super R> field) {
    boolean[] column = new boolean[rows.size()];
    for (int k = 0; k < column.length; k++) {
      column[k] = field.test(rows.get(k));
    }
    return column;
  }

  /**
   * {@return the sums of the sizes of all rows before each row; one more entry with the total}
   *
   * @param <R> row
   * @param rows in order
   * @param size size of a row, for example its bytes of code
   */
  public static <R> int[] starts(List<R> rows, ToIntFunction<? super R> size) {
    int[] start = new int[rows.size() + 1];
    for (int k = 0; k < rows.size(); k++) {
      start[k + 1] = start[k] + size.applyAsInt(rows.get(k));
    }
    return start;
  }
}
