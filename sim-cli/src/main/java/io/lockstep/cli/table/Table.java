// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.LineWrap;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.run.answer.Answer;
import io.lockstep.run.answer.Column;
import io.lockstep.run.answer.Heading;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

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

  private final List<Heading> header;
  private final List<Row> rows = new ArrayList<>();
  private List<String> leastImportant;
  private String elsewhere;

  /**
   * @param header column names; the prefix '>' requests right alignment
   */
  public Table(List<String> header) {
    this(header.stream().map(Heading::of), "", List.of());
  }

  private Table(Stream<Heading> header, String elsewhere, List<String> leastImportant) {
    this.header = header.toList();
    dropping(elsewhere, leastImportant);
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
        new Table(
            columns.stream().map(Column::heading),
            "--format csv shows all",
            answer.lessImportant());
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

  private List<String> names() {
    return header.stream().map(Heading::name).toList();
  }

  public void row(Emphasis emphasis, List<String> cells) {
    rows.add(new Row(List.copyOf(cells), emphasis));
  }

  /** Renders the table without empty columns. */
  public String render(Screen screen) {
    int[] width = widths(screen);
    List<String> dropped = fit(screen, width);
    StringBuilder out = new StringBuilder();
    lines(out, names(), width, Emphasis.NONE, screen);
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
      width[i] = width[i] == 0 ? -1 : Math.max(width[i], header.get(i).name().length());
    }
    return width;
  }

  /** Omits columns until the table fits; returns the omitted names in order. */
  private List<String> fit(Screen screen, int[] width) {
    Set<String> dropped = new HashSet<>();
    for (int next = 0; total(width) > screen.width(); next++) {
      int last = last(width);
      int least = Math.max(NARROWEST, header.get(last).name().length());
      int room = screen.width() - (total(width) - width[last]);
      if (!header.get(last).isNumber() && width[last] > least && room >= least) {
        width[last] = room;
        break;
      }
      if (next == leastImportant.size()) {
        break;
      }
      int column = names().indexOf(leastImportant.get(next));
      if (column >= 0 && width[column] >= 0) {
        width[column] = -1;
        dropped.add(names().get(column));
      }
    }
    return names().stream().filter(dropped::contains).toList();
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
    List<String> parts =
        header.get(last).isNumber() ? List.of(text) : LineWrap.lines(text, width[last], "");
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < last; i++) {
      if (width[i] >= 0) {
        String cell = i < cells.size() ? screen.shown(cells.get(i)) : "";
        String pad = " ".repeat(width[i] - cell.length());
        line.append(header.get(i).isNumber() ? pad + cell : cell + pad).append(GAP);
      }
    }
    int margin = line.length();
    for (String part : parts) {
      line.append(header.get(last).isNumber() ? " ".repeat(width[last] - part.length()) : "")
          .append(part);
      boolean coded = screen.colours() && emphasis != Emphasis.NONE;
      out.append(coded ? emphasis == Emphasis.BOLD ? BOLD : DIM : "");
      out.append(line.toString().stripTrailing());
      out.append(coded ? PLAIN : "").append('\n');
      line.setLength(0);
      line.append(" ".repeat(margin));
    }
  }
}
