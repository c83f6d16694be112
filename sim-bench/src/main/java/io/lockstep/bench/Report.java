// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

final class Report {
  private Report() {}

  static String table(List<Line> lines) {
    List<String[]> rows = new ArrayList<>();
    rows.add(new String[] {"", "what", "ratio", "demand", "", "measured"});
    for (Line line : lines) {
      rows.add(
          new String[] {
            line.id(),
            line.what(),
            Line.figure(line.ratio()),
            line.demand(),
            line.verdict().text,
            figures(line.figures())
          });
    }
    int[] widths = new int[6];
    for (String[] row : rows) {
      for (int c = 0; c < row.length; c++) {
        widths[c] = Math.max(widths[c], row[c].length());
      }
    }
    StringBuilder text = new StringBuilder();
    text.append(machine()).append('\n');
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < row.length; c++) {
        String pad = " ".repeat(widths[c] - row[c].length());
        line.append(c == 2 ? pad + row[c] : row[c] + pad).append("  ");
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private static String machine() {
    Runtime runtime = Runtime.getRuntime();
    return "JDK %s, %s processors, heap %s MiB"
        .formatted(Runtime.version(), runtime.availableProcessors(), runtime.maxMemory() >> 20);
  }

  private static String figures(Map<String, Double> figures) {
    return figures.entrySet().stream()
        .map(e -> e.getKey() + " " + Line.figure(e.getValue()))
        .collect(Collectors.joining(", "));
  }
}
