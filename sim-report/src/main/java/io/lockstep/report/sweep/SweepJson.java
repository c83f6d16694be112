package io.lockstep.report.sweep;

import io.lockstep.run.format.JsonDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** A grid as the document inside of a page: columns, for they are shorter than rows. Stateless. */
final class SweepJson {
  private SweepJson() {}

  static String of(String version, SweepGrid grid, boolean points) {
    List<GridPoint> shown = points ? grid.points() : List.of();
    List<String> statuses =
        new ArrayList<>(new TreeSet<>(shown.stream().map(GridPoint::status).toList()));
    return JsonDocument.of(
        version,
        json -> {
          json.texts("statuses", statuses);
          json.numbers("points", shown.stream().mapToLong(GridPoint::index).toArray());
          json.numbers(
              "status", shown.stream().mapToLong(p -> statuses.indexOf(p.status())).toArray());
          List<Integer> axes = new ArrayList<>();
          grid.axes().forEach(a -> axes.add(axes.size()));
          json.list(
              "axes",
              axes,
              (i, to) -> {
                to.text("name", grid.axes().get(i).name());
                to.word("kind", grid.axes().get(i).kind());
                to.texts("values", grid.axes().get(i).values());
                to.numbers("places", shown.stream().mapToLong(p -> p.places()[i]).toArray());
              });
          List<Integer> figures = new ArrayList<>();
          grid.figures().forEach(f -> figures.add(figures.size()));
          json.list(
              "figures",
              figures,
              (i, to) -> {
                to.text("name", grid.figures().get(i));
                StringBuilder values = new StringBuilder();
                for (GridPoint p : shown) {
                  values.append(values.isEmpty() && p == shown.get(0) ? "" : ",");
                  values.append(text(p.values()[i]));
                }
                to.text("values", values.toString());
              });
        });
  }

  private static String text(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    String text = Double.toString(value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
