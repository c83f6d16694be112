// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.run.RunResult;
import io.lockstep.spi.stats.CommonCause;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * Formats the cycle accounting of issue ports by common stall reason: one row per reason, with
 * cycles and share of each result side by side. Empty if no result has such cycles.
 */
public final class CauseTable {
  private final List<RunResult> results;
  private final boolean points;

  public CauseTable(List<RunResult> all) {
    results = all.stream().filter(r -> total(r).signum() > 0).toList();
    points = results.stream().map(FigureText::point).distinct().count() > 1;
  }

  private static BigDecimal value(RunResult r, CommonCause cause) {
    return r.statistics().get(cause.statistic());
  }

  private static BigDecimal total(RunResult r) {
    BigDecimal total = BigDecimal.ZERO;
    for (CommonCause c : CommonCause.values()) {
      BigDecimal value = value(r, c);
      total = value == null ? total : total.add(value);
    }
    return total;
  }

  public String render(Screen screen) {
    if (results.isEmpty()) {
      return "";
    }
    List<String> header = new ArrayList<>(List.of("cycles of issue ports"));
    List<String> last = new ArrayList<>();
    List<String> sums = new ArrayList<>(List.of("all ports"));
    for (RunResult r : results) {
      String name = points ? r.device() + " " + FigureText.point(r) : r.device();
      header.add(">" + name);
      header.add(">");
      sums.add(FigureText.grouped(total(r)));
      sums.add("");
      last.add(0, name);
    }
    Table table = new Table(header).dropping("--columns device,causes or csv shows all", last);
    for (CommonCause c : CommonCause.values()) {
      List<String> cells = new ArrayList<>(List.of(c.label()));
      for (RunResult r : results) {
        BigDecimal value = value(r, c);
        cells.add(value == null ? "-" : FigureText.grouped(value));
        cells.add(value == null ? "" : share(value, total(r)));
      }
      table.row(Table.Emphasis.NONE, cells);
    }
    table.row(Table.Emphasis.NONE, sums);
    return "\n" + table.render(screen) + "- the family has no such cause\n";
  }

  private static String share(BigDecimal value, BigDecimal total) {
    return value.movePointRight(2).divide(total, 1, RoundingMode.HALF_UP).toPlainString() + "%";
  }
}
