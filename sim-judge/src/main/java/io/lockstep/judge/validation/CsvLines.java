package io.lockstep.judge.validation;

import io.lockstep.io.InputException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A table in CSV (RFC 4180) with a header line. */
final class CsvLines {
  private static final long MOST_BYTES = 16 << 20;

  /**
   * A row.
   *
   * @param problem why the row is invalid, or empty
   */
  record Line(String where, Map<String, String> cells, String problem) {}

  private final String file;
  private final List<String> columns;
  private final List<Line> lines = new ArrayList<>();

  private CsvLines(String file, String text) {
    this.file = file;
    List<List<String>> rows = new ArrayList<>();
    List<Integer> starts = new ArrayList<>();
    split(text, rows, starts);
    if (rows.isEmpty()) {
      throw new InputException(file, "is empty; expected a header line");
    }
    columns = rows.get(0).stream().map(String::strip).toList();
    for (int i = 1; i < rows.size(); i++) {
      List<String> cells = rows.get(i);
      Map<String, String> named = new LinkedHashMap<>();
      for (int c = 0; c < Math.min(cells.size(), columns.size()); c++) {
        named.put(columns.get(c), cells.get(c).strip());
      }
      String where = file + ":" + starts.get(i) + ":1";
      boolean fits = cells.size() == columns.size();
      lines.add(
          new Line(
              where,
              named,
              fits
                  ? ""
                  : "%s: expected %s cells, as the header has, found %s"
                      .formatted(where, columns.size(), cells.size())));
    }
  }

  static CsvLines read(Path path) {
    String name = path.toString();
    if (!Files.isRegularFile(path)) {
      throw new InputException(name, Files.exists(path) ? "is no file" : "no such file");
    }
    try {
      if (Files.size(path) > MOST_BYTES) {
        throw new InputException(name, "has more than " + MOST_BYTES + " bytes");
      }
      String text = Files.readString(path);
      return new CsvLines(name, text.startsWith("\uFEFF") ? text.substring(1) : text);
    } catch (CharacterCodingException e) {
      throw new InputException(name, "is not UTF-8 text", e);
    } catch (IOException e) {
      throw new InputException(name, "cannot be read: " + e.getMessage(), e);
    }
  }

  CsvLines require(String... needed) {
    for (String column : needed) {
      if (!columns.contains(column)) {
        throw new InputException(
            file + ":1:1",
            "the column '" + column + "' is missing; found " + String.join(", ", columns));
      }
    }
    return this;
  }

  List<Line> lines() {
    return lines;
  }

  private void split(String text, List<List<String>> rows, List<Integer> starts) {
    List<String> row = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    int line = 1;
    int start = 1;
    for (int i = 0; i <= text.length(); i++) {
      char c = i < text.length() ? text.charAt(i) : '\n';
      if (quoted) {
        if (i == text.length()) {
          throw new InputException(file + ":" + start + ":1", "a quoted cell does not end");
        }
        if (c != '"') {
          cell.append(c);
        } else if (i + 1 < text.length() && text.charAt(i + 1) == '"') {
          cell.append(text.charAt(i++));
        } else {
          quoted = false;
        }
      } else if (c == '"' && cell.isEmpty()) {
        quoted = true;
      } else if (c == ',' || c == '\n') {
        row.add(cell.toString());
        cell.setLength(0);
        if (c == '\n' && !(row.size() == 1 && row.get(0).isBlank())) {
          rows.add(row);
          starts.add(start);
        }
        row = c == '\n' ? new ArrayList<>() : row;
      } else if (c != '\r') {
        cell.append(c);
      }
      if (c == '\n' && i < text.length()) {
        line++;
        start = quoted ? start : line;
      }
    }
  }
}
