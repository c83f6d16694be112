// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.lockstep.io.InputException;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of a CSV file (RFC 4180), without empty lines and without the spaces around cells.
 *
 * @param file name for messages
 * @param columns cells of the header
 */
record CsvFile(String file, List<String> columns, List<Line> lines) {
  /**
   * A record with as many cells as the header.
   *
   * @param number line of the file on which it begins
   */
  record Line(int number, List<String> cells) {}

  /** A last record, which is part of another one if a quoted cell does not end. */
  private static final String END = "\n\u0003\n";

  static CsvFile of(String file, String text) {
    String own = text.startsWith("\uFEFF") ? text.substring(1) : text;
    List<Line> lines = new ArrayList<>();
    try {
      CsvReader.builder()
          .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
          .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
          .ofCsvRecord(own + END)
          .forEach(
              r ->
                  lines.add(
                      new Line(
                          (int) r.getStartingLineNumber(),
                          r.getFields().stream().map(String::strip).toList())));
    } catch (CsvParseException e) {
      throw new InputException(file, "is no CSV file: " + e.getMessage(), e);
    }
    Line last = lines.remove(lines.size() - 1);
    if (!last.cells.equals(List.of(END.strip()))) {
      throw new InputException(file + ":" + last.number + ":1", "a quoted cell does not end");
    }
    if (lines.isEmpty()) {
      throw new InputException(file, "is empty; expected a header line");
    }
    List<String> columns = lines.remove(0).cells;
    for (Line line : lines) {
      if (line.cells.size() != columns.size()) {
        throw new InputException(
            file + ":" + line.number + ":1",
            "expected %s cells, as the header has, found %s"
                .formatted(columns.size(), line.cells.size()));
      }
    }
    return new CsvFile(file, columns, lines);
  }
}
