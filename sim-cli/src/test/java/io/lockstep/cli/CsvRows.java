// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Results that were printed as CSV, by device. */
final class CsvRows {
  private CsvRows() {}

  /** Cells by column, those that are not empty, of each device's row. */
  static Map<String, Map<String, String>> of(String csv) {
    List<List<String>> lines = lines(csv);
    Map<String, Map<String, String>> rows = new TreeMap<>();
    for (List<String> line : lines.subList(Math.min(1, lines.size()), lines.size())) {
      Map<String, String> cells = new TreeMap<>();
      for (int i = 0; i < line.size(); i++) {
        if (!line.get(i).isEmpty()) {
          cells.put(lines.get(0).get(i), line.get(i));
        }
      }
      rows.put(cells.get("device"), cells);
    }
    return rows;
  }

  private static List<List<String>> lines(String csv) {
    List<List<String>> lines = new ArrayList<>();
    List<String> line = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < csv.length(); i++) {
      char c = csv.charAt(i);
      if (c == '"') {
        if (quoted && i + 1 < csv.length() && csv.charAt(i + 1) == '"') {
          cell.append(csv.charAt(++i));
        } else {
          quoted = !quoted;
        }
      } else if (!quoted && (c == ',' || c == '\n')) {
        line.add(cell.toString());
        cell.setLength(0);
        if (c == '\n') {
          lines.add(line);
          line = new ArrayList<>();
        }
      } else {
        cell.append(c);
      }
    }
    return lines;
  }
}
