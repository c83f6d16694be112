// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import io.lockstep.io.InputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rows for the counters in the CSV output of Nsight Compute, in both of its layouts: a line for
 * each counter ({@code Metric Name}), or a line for each launch below a line of units ({@code
 * --page raw}). The n-th launch of the file is the n-th of the program.
 */
final class ProfilerTable {
  private static final String ID = "ID";
  private static final String KERNEL = "Kernel Name";
  private static final String NAME = "Metric Name";
  private static final String UNIT = "Metric Unit";
  private static final String VALUE = "Metric Value";

  private final CsvFile csv;
  private final Map<String, Integer> launches = new LinkedHashMap<>(); // by id
  private final Set<String> seen = new HashSet<>(); // ids of rows
  private final List<Row> rows = new ArrayList<>();

  /**
   * A row of the suite.
   *
   * @param line its line in the file
   * @param keys its keys and their values
   */
  record Row(int line, Map<String, String> keys) {}

  ProfilerTable(CsvFile csv) {
    this.csv = csv;
  }

  static boolean is(CsvFile csv) {
    return csv.columns().containsAll(List.of(ID, KERNEL));
  }

  /** Blanks the profiler's own messages, which stand before the table unless it wrote a file. */
  static String withoutReports(String text) {
    return text.startsWith("==") ? text.replaceAll("(?m)^==.*$", "") : text;
  }

  List<Row> rows() {
    if (!csv.columns().contains(NAME)) {
      byLaunch();
    } else if (csv.columns().containsAll(List.of(UNIT, VALUE))) {
      csv.lines().forEach(l -> add(l, cell(l, NAME), cell(l, UNIT), cell(l, VALUE)));
    } else {
      throw new InputException(
          csv.file() + ":1:1", "expected the columns '%s' and '%s'".formatted(UNIT, VALUE));
    }
    return rows;
  }

  private void byLaunch() {
    if (csv.lines().isEmpty() || !cell(csv.lines().get(0), ID).isEmpty()) {
      throw new InputException(csv.file() + ":2:1", "expected a line of units below the header");
    }
    List<String> units = csv.lines().get(0).cells();
    for (CsvFile.Line line : csv.lines().subList(1, csv.lines().size())) {
      for (int c = 0; c < csv.columns().size(); c++) {
        String name = csv.columns().get(c);
        if (name.contains("__")) {
          add(line, name, units.get(c), line.cells().get(c));
        }
      }
    }
  }

  private String cell(CsvFile.Line line, String column) {
    return line.cells().get(csv.columns().indexOf(column));
  }

  private void add(CsvFile.Line line, String counter, String unit, String value) {
    int launch = launches.computeIfAbsent(cell(line, ID), id -> launches.size());
    String id = launch + "." + counter;
    if (value.isEmpty() || !seen.add(id)) {
      return; // some layouts repeat counters by section
    }
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("id", id);
    keys.put("group", cell(line, KERNEL).replaceFirst("\\(.*", ""));
    keys.put("launch", Integer.toString(launch));
    keys.put("counter", counter);
    keys.put("unit", unit);
    keys.put("expected", value.replace(",", ""));
    rows.add(new Row(line.number(), keys));
  }
}
