package io.lockstep.run.format;

import java.util.List;

/** Lines of CSV (RFC 4180). */
public final class Csv {
  private Csv() {}

  /** One line with its end; cells are quoted where they need it. */
  public static String line(List<String> cells) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      if (i > 0) {
        out.append(',');
      }
      if (cell.matches("[^\",\\r\\n]*")) {
        out.append(cell);
      } else {
        out.append('"').append(cell.replace("\"", "\"\"")).append('"');
      }
    }
    return out.append('\n').toString();
  }
}
