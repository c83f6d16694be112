// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import io.lockstep.explain.roof.MovedLine.Kind;
import io.lockstep.explain.roof.MovedLine.Side;
import io.lockstep.explain.roof.PortWork.Work;
import io.lockstep.observe.line.LinePlaces.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Finds the source lines whose share of the work differs most between two kernels. */
final class MovedLines {
  /** Maximum number of lines shown for each kernel. */
  private static final int MOST = 3;

  /**
   * Minimum change of a line to be shown, as a fraction of its kernel's work; if no line changes as
   * much, smaller changes are shown.
   */
  private static final double LEAST = 0.02;

  /** Amounts of both kernels on lines with the same text. */
  private static final class Row {
    private final String text;
    private final String[] places = {"", ""};
    private final double[] amounts = new double[2];

    Row(String text) {
      this.text = text;
    }

    void add(Row other) {
      amounts[0] += other.amounts[0];
      amounts[1] += other.amounts[1];
    }

    /** Returns how much more work a kernel does on this line than the other kernel. */
    double surplus(int kernel) {
      return amounts[kernel] - amounts[1 - kernel];
    }
  }

  private final Map<String, Row> rows = new TreeMap<>();
  private final Row unknown = new Row("");
  private final double[] all = new double[2];

  private MovedLines() {}

  /**
   * Returns the lines on which either kernel does more work than the other, largest difference
   * first. Lines with the same text share a row. Rows for all other work follow, so that the
   * amounts add up to the totals.
   */
  static List<MovedLine> of(PortWork from, PortWork to, ToDoubleFunction<Work> amount) {
    MovedLines lines = new MovedLines();
    lines.add(0, from, amount);
    lines.add(1, to, amount);
    return lines.moved();
  }

  private void add(int kernel, PortWork work, ToDoubleFunction<Work> amount) {
    for (Work w : work.all().values()) {
      Place place = w.place();
      Row row = unknown;
      if (place.isLine()) {
        String key = place.text().isEmpty() ? at(place) : place.text();
        row = rows.computeIfAbsent(key, k -> new Row(place.text()));
        row.places[kernel] = row.places[kernel].isEmpty() ? at(place) : row.places[kernel];
      }
      double more = amount.applyAsDouble(w);
      row.amounts[kernel] += more;
      all[kernel] += more;
    }
  }

  private List<MovedLine> moved() {
    List<Row> shown = new ArrayList<>(most(0));
    shown.addAll(most(1));
    if (shown.isEmpty()) {
      return List.of();
    }
    shown.sort(Comparator.comparingDouble(row -> -Math.abs(row.surplus(0))));
    List<MovedLine> moved = new ArrayList<>();
    shown.forEach(row -> moved.add(line(Kind.LINE, row)));
    Row others = new Row("");
    rows.values().stream().filter(row -> !shown.contains(row)).forEach(others::add);
    moved.add(line(Kind.OTHERS, others));
    moved.add(line(Kind.UNKNOWN, unknown));
    moved.removeIf(line -> !line.from().isThere() && !line.to().isThere());
    return moved;
  }

  /**
   * Returns the lines with the largest surplus of a kernel. Small surpluses are included only if no
   * surplus is large.
   */
  private List<Row> most(int kernel) {
    List<Row> more =
        rows.values().stream()
            .filter(row -> row.surplus(kernel) > 0)
            .sorted(Comparator.comparingDouble(row -> -row.surplus(kernel)))
            .limit(MOST)
            .toList();
    List<Row> much =
        more.stream().filter(row -> row.surplus(kernel) > LEAST * all[kernel]).toList();
    return much.isEmpty() ? more : much;
  }

  private MovedLine line(Kind kind, Row row) {
    return new MovedLine(kind, row.text, side(0, row), side(1, row));
  }

  private Side side(int kernel, Row row) {
    double amount = row.amounts[kernel];
    return new Side(row.places[kernel], amount, all[kernel] == 0 ? 0 : amount / all[kernel]);
  }

  private static String at(Place place) {
    return place.file().substring(1 + place.file().lastIndexOf('/')) + ":" + place.line();
  }
}
