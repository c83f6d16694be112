// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.LineWrap;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.run.answer.Answer;
import io.lockstep.run.answer.Column;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A text table. If the screen is too narrow, a text column at the end is wrapped first; then
 * columns are omitted, as noted below the table.
 */
public final class Table {
  private static final String BOLD = "\u001B[1m";
  private static final String DIM = "\u001B[2m";
  private static final String PLAIN = "\u001B[0m";
  private static final String GAP = "  ";

  private static final int NARROWEST = 20;

  public enum Emphasis {
    NONE,
    BOLD,
    DIM
  }

  private record Row(List<String> cells, Emphasis emphasis) {}

  private final List<String> header;
  private final boolean[] right;
  private final List<Row> rows = new ArrayList<>();
  private List<String> leastImportant = List.of();
  private String elsewhere = "";

  /**
   * @param header column names; the prefix '>' requests right alignment
   */
  public Table(List<String> header) {
    right = new boolean[header.size()];
    List<String> names = new ArrayList<>();
    for (int i = 0; i < header.size(); i++) {
      right[i] = header.get(i).startsWith(">");
      names.add(right[i] ? header.get(i).substring(1) : header.get(i));
    }
    this.header = names;
  }

  /** {@return a table with the columns that an answer declares} */
  public static <T> Table of(Answer<T> answer, Collection<? extends T> rows) {
    return of(answer, rows, row -> Emphasis.NONE);
  }

  /** {@return a table with the columns that an answer declares and emphasized rows} */
  public static <T> Table of(
      Answer<T> answer, Collection<? extends T> rows, Function<? super T, Emphasis> emphasis) {
    List<Column<T>> columns = answer.columns();
    Table table =
        new Table(columns.stream().map(c -> (c.isNumber() ? ">" : "") + c.heading()).toList())
            .dropping("--format csv shows all", answer.lessImportant());
    for (T row : rows) {
      table.row(emphasis.apply(row), columns.stream().map(c -> c.cell().apply(row)).toList());
    }
    return table;
  }

  /**
   * Names columns that may be omitted.
   *
   * @param where text that tells the user where omitted columns are shown
   * @param columns names, the least important first
   */
  public Table dropping(String where, List<String> columns) {
    elsewhere = where;
    leastImportant = List.copyOf(columns);
    return this;
  }

  public void row(Emphasis emphasis, List<String> cells) {
    rows.add(new Row(List.copyOf(cells), emphasis));
  }

  /** Renders the table without empty columns. */
  public String render(Screen screen) {
    int[] width = widths(screen);
    List<String> dropped = fit(screen, width);
    StringBuilder out = new StringBuilder();
    lines(out, header, width, Emphasis.NONE, screen);
    StringBuilder rule = new StringBuilder();
    for (int w : width) {
      if (w >= 0) {
        rule.append(rule.isEmpty() ? "" : GAP).append("-".repeat(w));
      }
    }
    out.append(rule).append('\n');
    for (Row row : rows) {
      lines(out, row.cells, width, row.emphasis, screen);
    }
    if (!dropped.isEmpty()) {
      String names = String.join(", ", dropped);
      String line = "not shown at " + screen.width() + " columns: " + names + "; " + elsewhere;
      out.append('\n').append(screen.wrapped(line, GAP)).append('\n');
    }
    return out.toString();
  }

  private int[] widths(Screen screen) {
    int[] width = new int[header.size()];
    for (Row row : rows) {
      for (int i = 0; i < row.cells.size(); i++) {
        width[i] = Math.max(width[i], screen.shown(row.cells.get(i)).length());
      }
    }
    for (int i = 0; i < width.length; i++) {
      width[i] = width[i] == 0 ? -1 : Math.max(width[i], header.get(i).length());
    }
    return width;
  }

  /** Omits columns until the table fits; returns the omitted names in order. */
  private List<String> fit(Screen screen, int[] width) {
    Set<String> dropped = new HashSet<>();
    for (int next = 0; total(width) > screen.width(); next++) {
      int last = last(width);
      int least = Math.max(NARROWEST, header.get(last).length());
      int room = screen.width() - (total(width) - width[last]);
      if (!right[last] && width[last] > least && room >= least) {
        width[last] = room;
        break;
      }
      if (next == leastImportant.size()) {
        break;
      }
      int column = header.indexOf(leastImportant.get(next));
      if (column >= 0 && width[column] >= 0) {
        width[column] = -1;
        dropped.add(header.get(column));
      }
    }
    return header.stream().filter(dropped::contains).toList();
  }

  private static int last(int[] width) {
    int last = 0;
    for (int i = 0; i < width.length; i++) {
      last = width[i] >= 0 ? i : last;
    }
    return last;
  }

  private static int total(int[] width) {
    int sum = -GAP.length();
    for (int w : width) {
      sum += w < 0 ? 0 : w + GAP.length();
    }
    return sum;
  }

  /** Prints one row, on several lines if its last cell is wrapped. */
  private void lines(
      StringBuilder out, List<String> cells, int[] width, Emphasis emphasis, Screen screen) {
    int last = last(width);
    boolean any = width[last] >= 0 && last < cells.size();
    String text = any ? screen.shown(cells.get(last)) : "";
    List<String> parts = right[last] ? List.of(text) : LineWrap.lines(text, width[last], "");
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < last; i++) {
      if (width[i] >= 0) {
        String cell = i < cells.size() ? screen.shown(cells.get(i)) : "";
        String pad = " ".repeat(width[i] - cell.length());
        line.append(right[i] ? pad + cell : cell + pad).append(GAP);
      }
    }
    int margin = line.length();
    for (String part : parts) {
      line.append(right[last] ? " ".repeat(width[last] - part.length()) : "").append(part);
      boolean coded = screen.colours() && emphasis != Emphasis.NONE;
      out.append(coded ? emphasis == Emphasis.BOLD ? BOLD : DIM : "");
      out.append(line.toString().stripTrailing());
      out.append(coded ? PLAIN : "").append('\n');
      line.setLength(0);
      line.append(" ".repeat(margin));
    }
  }
}
