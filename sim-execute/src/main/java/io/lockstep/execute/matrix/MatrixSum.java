// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

/** Adds the products of a matrix instruction, from raw bits to raw bits. Not thread-safe. */
interface MatrixSum {
  /** Forgets all elements, before those of the next product are set. */
  void clear();

  /** Sets an element of A. */
  void left(int row, int k, int bits);

  /** Sets an element of B. */
  void right(int column, int k, int bits);

  /** Sets a scale of a row of A, after the row's elements. */
  void leftScale(int row, int part, int bits);

  /** Sets a scale of a column of B, after the column's elements. */
  void rightScale(int column, int part, int bits);

  /** Returns an element of D. */
  int sum(int row, int column, int c);

  /**
   * Replaces C by D.
   *
   * @param sums elements by block, row and column
   * @param rows rows of a block
   * @param columns columns of a block
   */
  default void sum(int[] sums, int rows, int columns) {
    for (int n = 0; n < sums.length; n++) {
      int row = n / columns;
      sums[n] = sum(row, row / rows * columns + n % columns, sums[n]);
    }
  }
}
