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
 * A kernel in a device's own code, row by row, beside the lines of a listing. Where there are more
 * rows than may be shown, those of the lines with most cycles are. Immutable.
 */
final class CodeListing {
  /**
   * A row.
   *
   * @param number from 0 on, through all of the code
   * @param text as the device prints it
   * @param places lines of files it came from
   */
  record Row(int number, String text, List<Place> places) {}

  private final KernelTimes kernel;
  private final List<Row> rows = new ArrayList<>(); // shown
  private final int all;

  /**
   * @param kernel with its code
   * @param places where its lines are
   * @param tenths of a percent that a line of a file has on the device
   * @param most rows that may be shown
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

  /**
   * Tenths of a percent of a row's hottest line.
   *
   * @param tenths by line
   */
  static int heat(Row row, Map<Place, Integer> tenths) {
    return row.places().stream().mapToInt(place -> tenths.getOrDefault(place, 0)).max().orElse(0);
  }

  KernelTimes kernel() {
    return kernel;
  }

  /** Those that are shown, in their order. */
  List<Row> rows() {
    return rows;
  }

  /** How many there are. */
  int all() {
    return all;
  }

  /** How many of those that are shown came from each line. */
  Map<Place, Integer> counts() {
    Map<Place, Integer> counts = new HashMap<>(); // never walked
    rows.forEach(row -> row.places().forEach(place -> counts.merge(place, 1, Integer::sum)));
    return counts;
  }

  /** Index in {@link #rows} of the first row of each line. */
  Map<Place, Integer> firsts() {
    Map<Place, Integer> firsts = new HashMap<>(); // never walked
    for (int i = 0; i < rows.size(); i++) {
      for (Place place : rows.get(i).places()) {
        firsts.putIfAbsent(place, i);
      }
    }
    return firsts;
  }
}
