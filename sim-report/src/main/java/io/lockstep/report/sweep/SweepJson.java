// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.sweep;

import io.lockstep.run.answer.JsonDocument;
import io.lockstep.sweep.look.SweepTable;
import io.lockstep.sweep.look.SweepTable.Entry;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes the points of a sweep as the JSON document that is embedded in its page. The data is
 * stored by column, which is more compact than storage by row.
 */
final class SweepJson {
  private SweepJson() {}

  static String of(String version, SweepTable grid, List<String> figures, boolean points) {
    List<Entry> shown = points ? grid.entries() : List.of();
    List<String> statuses = shown.stream().map(Entry::status).distinct().sorted().toList();
    return JsonDocument.of(
        version,
        json -> {
          json.texts("statuses", statuses);
          json.numbers("points", shown.stream().mapToLong(Entry::index).toArray());
          json.numbers(
              "status", shown.stream().mapToLong(p -> statuses.indexOf(p.status())).toArray());
          json.list(
              "axes",
              IntStream.range(0, grid.axes().size()).boxed().toList(),
              (i, to) -> {
                to.text("name", grid.axes().get(i).name());
                to.word("kind", grid.axes().get(i).kind());
                to.texts("values", grid.axes().get(i).values());
                to.numbers("places", shown.stream().mapToLong(p -> p.places()[i]).toArray());
              });
          json.list(
              "figures",
              IntStream.range(0, figures.size()).boxed().toList(),
              (i, to) -> {
                to.text("name", figures.get(i));
                to.text(
                    "values",
                    shown.stream().map(p -> text(p.values()[i])).collect(Collectors.joining(",")));
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
