package io.lockstep.report.sweep;

import io.lockstep.report.page.Column;
import java.util.List;

/**
 * Rows of a table. Immutable.
 *
 * @param caption the caption
 * @param columns the first of which names the rows
 * @param cells by row, then by column
 */
public record Rows(String caption, List<Column> columns, List<List<String>> cells) {
  /**
   * Copies the lists.
   *
   * @param caption the caption
   * @param columns the first of which names the rows
   * @param cells by row, then by column
   */
  public Rows {
    columns = List.copyOf(columns);
    cells = List.copyOf(cells);
  }
}
