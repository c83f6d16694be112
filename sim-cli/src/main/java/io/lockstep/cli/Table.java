package io.lockstep.cli;

import java.util.ArrayList;
import java.util.List;

/** A table for people: columns as wide as their widest cell, numbers to the right. */
final class Table {
  private static final String BOLD = "\u001B[1m";
  private static final String DIM = "\u001B[2m";
  private static final String PLAIN = "\u001B[0m";

  /** How a row stands out. */
  enum Emphasis {
    NONE,
    BOLD,
    DIM
  }

  private record Row(List<String> cells, Emphasis emphasis) {}

  private final List<String> header;
  private final boolean[] right;
  private final List<Row> rows = new ArrayList<>();

  /**
   * @param header names; one that begins with '>' is set to the right, without the sign
   */
  Table(List<String> header) {
    right = new boolean[header.size()];
    List<String> names = new ArrayList<>();
    for (int i = 0; i < header.size(); i++) {
      right[i] = header.get(i).startsWith(">");
      names.add(right[i] ? header.get(i).substring(1) : header.get(i));
    }
    this.header = names;
  }

  void row(Emphasis emphasis, List<String> cells) {
    rows.add(new Row(List.copyOf(cells), emphasis));
  }

  /** The table's text. Columns without any cell are left out. */
  String render(boolean colours) {
    int[] width = new int[header.size()];
    for (Row row : rows) {
      for (int i = 0; i < row.cells.size(); i++) {
        width[i] = Math.max(width[i], row.cells.get(i).length());
      }
    }
    for (int i = 0; i < width.length; i++) {
      width[i] = width[i] == 0 ? -1 : Math.max(width[i], header.get(i).length());
    }
    StringBuilder out = new StringBuilder();
    line(out, header, width);
    StringBuilder rule = new StringBuilder();
    for (int w : width) {
      if (w >= 0) {
        rule.append(rule.isEmpty() ? "" : "  ").append("-".repeat(w));
      }
    }
    out.append(rule).append('\n');
    for (Row row : rows) {
      boolean coded = colours && row.emphasis != Emphasis.NONE;
      if (coded) {
        out.append(row.emphasis == Emphasis.BOLD ? BOLD : DIM);
      }
      line(out, row.cells, width);
      if (coded) {
        out.insert(out.length() - 1, PLAIN);
      }
    }
    return out.toString();
  }

  private void line(StringBuilder out, List<String> cells, int[] width) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < width.length; i++) {
      if (width[i] < 0) {
        continue;
      }
      String cell = i < cells.size() ? cells.get(i) : "";
      String pad = " ".repeat(width[i] - cell.length());
      line.append(line.isEmpty() ? "" : "  ").append(right[i] ? pad + cell : cell + pad);
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }
}
