package io.lockstep.explain.roof;

import io.lockstep.explain.roof.PortWork.Work;
import io.lockstep.observe.line.LinePlaces.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The lines of two kernels between which work moved. Stateless. */
final class MovedLines {
  private static final int MOST = 6;

  /** Share of all cycles that a line must have gained or lost. */
  private static final double LEAST = 0.02;

  private MovedLines() {}

  /** The lines whose cycles differ most; lines with the same text stand beside each other. */
  static List<MovedLine> of(PortWork from, PortWork to, ToDoubleFunction<Work> cycles) {
    Map<String, MovedLine> rows = new TreeMap<>();
    double all = 0;
    for (Work w : from.all().values()) {
      if (w.place() != null) {
        double c = cycles.applyAsDouble(w);
        all += c;
        rows.merge(
            key(w.place()),
            new MovedLine(w.place().text(), at(w.place()), c, "", 0),
            MovedLines::sum);
      }
    }
    for (Work w : to.all().values()) {
      if (w.place() != null) {
        double c = cycles.applyAsDouble(w);
        all += c;
        rows.merge(
            key(w.place()),
            new MovedLine(w.place().text(), "", 0, at(w.place()), c),
            MovedLines::sum);
      }
    }
    List<MovedLine> moved = new ArrayList<>();
    for (MovedLine row : rows.values()) {
      if (moved(row) > LEAST * all) {
        moved.add(row);
      }
    }
    moved.sort(Comparator.comparingDouble((MovedLine row) -> -moved(row)));
    return moved.stream().limit(MOST).toList();
  }

  private static double moved(MovedLine row) {
    return Math.abs(row.fromCycles() - row.toCycles());
  }

  private static String key(Place place) {
    return place.text().isEmpty() ? at(place) : place.text();
  }

  private static String at(Place place) {
    return place.file().substring(1 + place.file().lastIndexOf('/')) + ":" + place.line();
  }

  private static MovedLine sum(MovedLine a, MovedLine b) {
    return new MovedLine(
        a.text(),
        a.from().isEmpty() ? b.from() : a.from(),
        a.fromCycles() + b.fromCycles(),
        a.to().isEmpty() ? b.to() : a.to(),
        a.toCycles() + b.toCycles());
  }
}
