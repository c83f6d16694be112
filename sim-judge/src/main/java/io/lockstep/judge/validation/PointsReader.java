package io.lockstep.judge.validation;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.Expression;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a table of times: {@code benchmark} names the workload in a folder, {@code params} ({@code
 * n=64;mask=3}) sets its parameters, and the published time in milliseconds is {@code avg_ms}, or
 * {@code ref_ms=} in {@code note} if that recommends another one. Rows without a workload in the
 * folder are left out and counted.
 */
final class PointsReader {
  private static final Pattern REFERENCE = Pattern.compile("\\bref_ms=([0-9.eE+-]+)");
  private static final double TOLERANCE = 0.1;

  private final Path folder;
  private final String device;
  private final Set<String> missing = new TreeSet<>();
  private int leftOut;

  PointsReader(Path folder, String device) {
    this.folder = folder;
    this.device = device;
  }

  List<SuiteRow> read(Path file) {
    if (!Files.isDirectory(folder)) {
      throw new InputException(folder.toString(), "no such folder of workloads");
    }
    List<SuiteRow> rows = new ArrayList<>();
    for (CsvLines.Line line :
        CsvLines.read(file).require("id", "benchmark", "params", "avg_ms").lines()) {
      Map<String, String> cells = line.cells();
      String benchmark = cells.getOrDefault("benchmark", "");
      Path workload = folder.resolve(benchmark.replaceAll("[^A-Za-z0-9_.-]", "_") + ".yaml");
      if (line.problem().isEmpty() && !Files.isRegularFile(workload)) {
        missing.add(benchmark);
        leftOut++;
        continue;
      }
      rows.add(row(line, cells, workload));
    }
    return rows;
  }

  int leftOut() {
    return leftOut;
  }

  Set<String> missing() {
    return missing;
  }

  private SuiteRow row(CsvLines.Line line, Map<String, String> cells, Path workload) {
    String id = cells.getOrDefault("id", line.where());
    String benchmark = cells.getOrDefault("benchmark", "");
    if (!line.problem().isEmpty()) {
      return SuiteRow.wrong(id, line.where(), device, benchmark, line.problem());
    }
    try {
      String note = cells.getOrDefault("note", "");
      Matcher recommended = REFERENCE.matcher(note);
      String time = recommended.find() ? recommended.group(1) : cells.get("avg_ms");
      return new SuiteRow(
          id,
          line.where(),
          device,
          workload,
          parameters(line, cells.get("params")),
          new TreeMap<>(),
          new TreeMap<>(),
          Expression.of(line.where(), "seconds * 1000"),
          milliseconds(line, time),
          "ms",
          TOLERANCE,
          benchmark,
          1,
          "",
          cells.getOrDefault("source", ""),
          note,
          "");
    } catch (InputException e) {
      return SuiteRow.wrong(id, line.where(), device, benchmark, e.getMessage());
    }
  }

  private static double milliseconds(CsvLines.Line line, String text) {
    try {
      double value = Double.parseDouble(text);
      if (value > 0 && !Double.isInfinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new InputException(line.where(), "expected a time in milliseconds, found '" + text + "'");
  }

  private static SortedMap<String, String> parameters(CsvLines.Line line, String text) {
    SortedMap<String, String> all = new TreeMap<>();
    for (String part : text.split(";")) {
      String[] sides = part.split("=", -1);
      if (part.isBlank()) {
        continue;
      }
      if (sides.length != 2 || sides[0].isBlank() || sides[1].isBlank()) {
        throw new InputException(
            line.where(), "params: expected name=value, found '" + part.strip() + "'");
      }
      all.put(sides[0].strip(), sides[1].strip());
    }
    return all;
  }
}
