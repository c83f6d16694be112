// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import io.lockstep.io.InputException;
import io.lockstep.io.yaml.YamlFile;
import io.lockstep.io.yaml.YamlNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Rows of a suite in a CSV file (RFC 4180), whose header names keys of rows. Translates each record
 * to a YAML map on the record's own line, so that messages name the line of the CSV file.
 */
final class SuiteTable {
  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9.]+([eE][-+]?[0-9]+)?");
  private static final Set<String> MAPS = Set.of("param", "set");

  private final String file;
  private final String text;
  private int at;
  private int line = 1;

  private SuiteTable(String file, String text) {
    this.file = file;
    this.text = text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /** Reads a file as a list of YAML maps. */
  static YamlNode read(Path path) {
    String name = path.toString();
    try {
      return new SuiteTable(name, Files.readString(path)).rows();
    } catch (IOException e) {
      throw new InputException(name, "cannot be read as UTF-8 text: " + e.getMessage(), e);
    }
  }

  private YamlNode rows() {
    List<String> columns = cells();
    StringBuilder yaml = new StringBuilder("[");
    for (int written = 1; at < text.length(); ) {
      int start = line;
      List<String> cells = cells();
      if (cells.equals(List.of(""))) {
        continue;
      }
      if (cells.size() != columns.size()) {
        throw new InputException(
            file + ":" + start + ":1",
            "expected " + columns.size() + " cells, as the header has, found " + cells.size());
      }
      yaml.append("\n".repeat(start - written)).append('{');
      written = start;
      for (int c = 0; c < cells.size(); c++) {
        String cell = cells.get(c);
        if (!cell.isEmpty()) { // an empty cell leaves its key to the defaults
          boolean map = MAPS.contains(columns.get(c));
          yaml.append(scalar(columns.get(c))).append(": ");
          yaml.append(map ? map(start, cell) : scalar(cell)).append(", ");
        }
      }
      yaml.append("},");
    }
    return YamlFile.read(file, yaml.append(']').toString());
  }

  /** Converts a cell such as {@code n=64;mask=3} to a YAML map. */
  private String map(int line, String cell) {
    List<String> entries = new ArrayList<>();
    for (String part : cell.split(";")) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw new InputException(
            file + ":" + line + ":1", "expected name=value, found '" + part.strip() + "'");
      }
      entries.add(
          scalar(part.substring(0, equals).strip())
              + ": "
              + scalar(part.substring(equals + 1).strip()));
    }
    return "{" + String.join(", ", entries) + "}";
  }

  private static String scalar(String text) {
    return NUMBER.matcher(text).matches()
        ? text
        : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }

  /** Reads the cells of the next record. */
  private List<String> cells() {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    int start = line;
    while (at < text.length()) {
      char c = text.charAt(at++);
      line += c == '\n' ? 1 : 0;
      if (quoted) {
        boolean escaped = c == '"' && at < text.length() && text.charAt(at) == '"';
        quoted = c != '"' || escaped;
        at += escaped ? 1 : 0;
        cell.append(quoted ? String.valueOf(c) : "");
      } else if (c == '"' && cell.isEmpty()) {
        quoted = true;
      } else if (c == ',') {
        cells.add(cell.toString().strip());
        cell.setLength(0);
      } else if (c == '\n') {
        break;
      } else {
        cell.append(c);
      }
    }
    if (quoted) {
      throw new InputException(file + ":" + start + ":1", "a quoted cell does not end");
    }
    cells.add(cell.toString().strip());
    return cells;
  }
}
