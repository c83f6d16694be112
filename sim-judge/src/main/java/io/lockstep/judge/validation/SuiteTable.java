// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import io.lockstep.io.InputException;
import io.lockstep.io.InputFile;
import io.lockstep.io.yaml.YamlFile;
import io.lockstep.io.yaml.YamlNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Rows of a suite in a CSV file, whose header names keys of rows. Translates each record to a YAML
 * map on the record's own line, so that messages name the line of the CSV file.
 */
final class SuiteTable {
  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9.]+([eE][-+]?[0-9]+)?");
  private static final Set<String> MAPS = Set.of("param", "set");

  private static final int MAX_BYTES = 256 << 20;

  private final CsvFile csv;
  private final StringBuilder yaml = new StringBuilder("[");
  private int written = 1; // line of the end of the YAML text

  private SuiteTable(CsvFile csv) {
    this.csv = csv;
  }

  /** Reads a file as a list of YAML maps. */
  static YamlNode read(Path path) {
    String name = path.toString();
    try {
      String text = InputFile.text(path, MAX_BYTES);
      CsvFile csv = CsvFile.of(name, ProfilerTable.withoutReports(text));
      SuiteTable table = new SuiteTable(csv);
      if (ProfilerTable.is(csv)) {
        new ProfilerTable(csv).rows().forEach(table::row);
      } else {
        csv.lines().forEach(line -> table.row(line.number(), table.keys(line)));
      }
      return YamlFile.read(name, table.yaml.append(']').toString());
    } catch (IOException e) {
      throw new InputException(name, "cannot be read as UTF-8 text: " + e.getMessage(), e);
    }
  }

  private void row(ProfilerTable.Row row) {
    row(row.line(), row.keys());
  }

  private void row(int line, Map<String, String> keys) {
    yaml.append("\n".repeat(line - written)).append('{');
    written = line;
    keys.forEach(
        (key, value) -> {
          yaml.append(scalar(key)).append(": ");
          yaml.append(MAPS.contains(key) ? map(line, value) : scalar(value)).append(", ");
        });
    yaml.append("},");
  }

  /** Returns the cells by column; an empty cell leaves its key to the defaults. */
  private Map<String, String> keys(CsvFile.Line line) {
    Map<String, String> keys = new LinkedHashMap<>();
    for (int c = 0; c < line.cells().size(); c++) {
      String cell = line.cells().get(c);
      if (!cell.isEmpty()) {
        keys.put(csv.columns().get(c), cell);
      }
    }
    return keys;
  }

  /** Converts a cell such as {@code n=64;mask=3} to a YAML map. */
  private String map(int line, String cell) {
    List<String> entries = new ArrayList<>();
    for (String part : cell.split(";")) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw new InputException(
            csv.file() + ":" + line + ":1", "expected name=value, found '" + part.strip() + "'");
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
}
