// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.observe.line.LinePlaces.Place;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.spi.CodeLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * A kernel in a device's machine code, with the source lines of each row. If there are too many
 * rows, only the rows of the hottest source lines are shown.
 */
final class CodeListing {
  /**
   * A row of machine code.
   *
   * @param number index in the whole code, from 0
   * @param text the instruction as disassembled by the device
   * @param places source lines that the row was compiled from
   */
  record Row(int number, String text, List<Place> places) {}

  private final KernelTimes kernel;
  private final List<Row> rows = new ArrayList<>(); // the rows to show
  private final int all;

  /**
   * @param tenths share of each source line in the device's cycles, in tenths of a per cent
   */
  CodeListing(
      KernelTimes kernel,
      BiFunction<String, Integer, Place> places,
      Map<Place, Integer> tenths,
      int most) {
    this.kernel = kernel;
    List<CodeLine> code = kernel.code().code();
    List<Row> every = new ArrayList<>();
    for (int i = 0; i < code.size(); i++) {
      List<Place> from =
          code.get(i).lines().stream()
              .map(line -> places.apply(kernel.file(), line))
              .distinct()
              .toList();
      every.add(new Row(i, code.get(i).text(), from));
    }
    all = every.size();
    rows.addAll(all <= most ? every : hottest(every, tenths, most));
  }

  private static List<Row> hottest(List<Row> every, Map<Place, Integer> tenths, int most) {
    Comparator<Row> order =
        Comparator.comparingInt((Row row) -> -heat(row, tenths)).thenComparingInt(Row::number);
    return every.stream()
        .sorted(order)
        .limit(most)
        .sorted(Comparator.comparingInt(Row::number))
        .toList();
  }

  /** Returns the share of the hottest source line of a row, in tenths of a per cent. */
  static int heat(Row row, Map<Place, Integer> tenths) {
    return row.places().stream().mapToInt(place -> tenths.getOrDefault(place, 0)).max().orElse(0);
  }

  KernelTimes kernel() {
    return kernel;
  }

  /** Returns the shown rows in code order. */
  List<Row> rows() {
    return rows;
  }

  int all() {
    return all;
  }

  /** Counts the shown rows by source line. */
  Map<Place, Integer> counts() {
    Map<Place, Integer> counts = new HashMap<>(); // lookup only; never iterated
    rows.forEach(row -> row.places().forEach(place -> counts.merge(place, 1, Integer::sum)));
    return counts;
  }

  /** Returns the index in {@link #rows} of the first row of each source line. */
  Map<Place, Integer> firsts() {
    Map<Place, Integer> firsts = new HashMap<>(); // lookup only; never iterated
    for (int i = 0; i < rows.size(); i++) {
      for (Place place : rows.get(i).places()) {
        firsts.putIfAbsent(place, i);
      }
    }
    return firsts;
  }
}
