// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.page;

import io.lockstep.observe.line.LinePlaces.Place;
import io.lockstep.observe.line.LineRow;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The column of one device in a table of source lines: the share of each line in the cycles with a
 * resident wavefront.
 *
 * @param device heading of the column
 * @param picos simulated time, picoseconds
 */
public record LineShares(String device, List<LineRow> rows, long picos) {
  /** Orders lines by their share over all devices, with equal weight for each device. */
  static Comparator<LineRow> mostFirst(List<LineShares> all) {
    return Comparator.comparing(
            (LineRow line) ->
                all.stream()
                    .map(s -> LineLabels.share(s.cycles(List.of(line)), s.there()))
                    .reduce(BigDecimal.ZERO, BigDecimal::add))
        .reversed()
        .thenComparing(line -> line.place().file())
        .thenComparing(line -> line.place().line());
  }

  private Optional<LineRow> row(Place place) {
    return rows.stream().filter(r -> place.equals(r.place())).findFirst();
  }

  String share(Place place) {
    return row(place).map(r -> percent(r.cycles())).orElse("");
  }

  String mostly(Place place) {
    return row(place).map(LineLabels::mostly).orElse("");
  }

  long cycles(List<LineRow> lines) {
    return lines.stream().mapToLong(l -> row(l.place()).map(LineRow::cycles).orElse(0L)).sum();
  }

  /** Returns the cycles of a row that is not a source line. */
  long cycles(int special) {
    return rows.stream()
        .filter(r -> r.place().equals(Place.special(special)))
        .mapToLong(LineRow::cycles)
        .sum();
  }

  long placed() {
    return rows.stream().filter(r -> r.place().isLine()).mapToLong(LineRow::cycles).sum();
  }

  long there() {
    return rows.stream().filter(r -> !r.isNone()).mapToLong(LineRow::cycles).sum();
  }

  /** Formats the share of all cycles in which a wavefront was resident. */
  String thereShare() {
    return LineLabels.percent(there(), rows.stream().mapToLong(LineRow::cycles).sum());
  }

  String percent(long cycles) {
    return LineLabels.percent(cycles, there());
  }
}
