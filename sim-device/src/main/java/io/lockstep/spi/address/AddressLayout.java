// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.address;

import java.util.List;

/**
 * A diagram of a range of memory: a grid of rows, with cells of equal size in each row.
 *
 * @param caption definition of a row and a cell, with their sizes in bytes
 * @param rows labels, the lowest address first
 * @param columns cells of a row
 * @param marks cells that belong to the question
 */
public record AddressLayout(String caption, List<String> rows, int columns, List<Mark> marks) {
  /** Maximum number of rows and of columns of a diagram. */
  public static final int MOST = 128;

  /**
   * A cell that belongs to the question.
   *
   * @param row row of the cell, from 0
   * @param column column of the cell, from 0
   * @param text content of the cell, also for screen readers and tooltips
   * @param isAnswer whether it is the queried cell; others are its neighbours
   */
  public record Mark(int row, int column, String text, boolean isAnswer) {}

  /**
   * Checks the sizes.
   *
   * @param caption definition of a row and a cell
   * @param rows labels, the lowest address first
   * @param columns cells of a row
   * @param marks cells that belong to the question
   * @throws IllegalArgumentException if there are too many cells, or a mark is outside
   */
  public AddressLayout {
    rows = List.copyOf(rows);
    marks = List.copyOf(marks);
    if (columns < 1 || columns > MOST || rows.isEmpty() || rows.size() > MOST) {
      throw new IllegalArgumentException(rows.size() + " rows of " + columns + " cells");
    }
    for (Mark m : marks) {
      if (m.row < 0 || m.row >= rows.size() || m.column < 0 || m.column >= columns) {
        throw new IllegalArgumentException("a mark at row " + m.row + ", cell " + m.column);
      }
    }
  }
}
