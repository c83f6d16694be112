// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.run.format.Cells;
import io.lockstep.run.format.CsvRows;
import io.lockstep.run.format.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

public final class FieldTable {
  private final List<String> header = new ArrayList<>();
  private final List<Function<Cells, String>> columns = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();
  private List<String> leastImportant = List.of();

  public FieldTable text(String name, String field) {
    return column(name, field, Cells.Cell::text);
  }

  /** Adds a column of integers with grouped digits. */
  FieldTable number(String name, String field) {
    return column(">" + name, field, Cells.Cell::grouped);
  }

  FieldTable ratio(String name, String field, int digits) {
    return column(">" + name, field, c -> c.rounded(digits));
  }

  FieldTable percent(String name, String field) {
    return column(">" + name, field, Cells.Cell::percent);
  }

  /**
   * @param name heading, prefixed with '>' for right alignment
   */
  public FieldTable column(String name, String field, Function<Cells.Cell, String> shown) {
    header.add(name);
    columns.add(row -> shown.apply(row.get(field)));
    return this;
  }

  /** Names the columns that a narrow screen may omit, the least important first. */
  public FieldTable dropping(String... names) {
    leastImportant = List.of(names);
    return this;
  }

  public void row(Consumer<Fields> shown) {
    Cells cells = Cells.of(shown);
    rows.add(columns.stream().map(column -> column.apply(cells)).toList());
  }

  public String render(String elsewhere, Screen screen) {
    Table table = new Table(header).dropping(elsewhere, leastImportant);
    rows.forEach(row -> table.row(Table.Emphasis.NONE, row));
    return table.render(screen);
  }

  public String csv() {
    List<String> names = header.stream().map(h -> h.replace(">", "")).toList();
    CsvRows csv = CsvRows.of(names);
    for (List<String> row : rows) {
      csv.row(
          to -> {
            for (int i = 0; i < row.size(); i++) {
              to.text(names.get(i), row.get(i));
            }
          });
    }
    return csv.text();
  }
}
