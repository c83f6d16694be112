// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.page;

import io.lockstep.cli.table.FigureText;
import io.lockstep.cli.table.Table;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.LineRow;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.observe.line.LineTimes.LaunchTimes;
import io.lockstep.run.RunResult;
import io.lockstep.spi.stats.CommonCause;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Formats issue-port cycles by source line and common stall reason, with the source text of the
 * hottest lines. Shares are relative to the cycles with a resident wavefront.
 */
public final class LinePage extends PlacedPage {
  /** Columns that a narrow screen omits, in this order. */
  private static final List<CommonCause> DROPPED =
      List.of(
          CommonCause.OTHER_PORT,
          CommonCause.FETCH_AND_CONTROL,
          CommonCause.DEPENDENCY,
          CommonCause.BARRIER,
          CommonCause.SCALAR_MEMORY,
          CommonCause.MEMORY_BANDWIDTH,
          CommonCause.LOCAL_MEMORY);

  /** Place of a row that sums up several lines. */
  private static final LinePlaces.Place SUM = LinePlaces.Place.special(LineTimes.Line.UNKNOWN);

  private static final int COMFORTABLE = 30; // preferred width of the source text

  private static final BigDecimal SHOWN =
      new BigDecimal("0.5"); // per cent; columns with smaller maxima are omitted

  public LinePage(
      Function<RunResult, LinePlaces> places, int most, LineLevel level, Screen screen) {
    super(places, most, level, screen);
  }

  @Override
  void page(RunResult result) {
    LineTimes times = result.lines();
    if (!times.isTold()) {
      out.append(screen.wrapped("\nThe model does not tell by line where its time went.\n", ""));
      return;
    }
    switch (level) {
      case kernel -> {
        for (KernelTimes k : times.kernels()) {
          table(title(k), LineRow.kernel(k, times, places));
        }
      }
      case launch -> {
        for (LaunchTimes l : times.launches()) {
          table(title(l, times), LineRow.launch(l, times, places));
        }
      }
      default -> {
        List<KernelTimes> kernels = times.kernels();
        boolean single = kernels.size() == 1;
        table(single ? title(kernels.get(0)) : "all kernels", LineRow.program(times, places));
        if (!single) {
          kernels(times);
        }
      }
    }
  }

  private static String title(KernelTimes k) {
    return title(k.name(), k.launches());
  }

  private static String title(LaunchTimes l, LineTimes times) {
    return "launch %s: kernel %s, %s µs"
        .formatted(l.number(), times.kernel(l).name(), FigureText.micros(l.picos()));
  }

  private void table(String title, List<LineRow> rows) {
    long cycles = rows.stream().mapToLong(LineRow::cycles).sum();
    long none = rows.stream().filter(LineRow::isNone).mapToLong(LineRow::cycles).sum();
    List<LineRow> there = rows.stream().filter(r -> !r.isNone()).toList();
    long base = cycles - none;
    String facts =
        title
            + ": a wavefront was there in "
            + LineLabels.percent(base, cycles)
            + "% of "
            + FigureText.grouped(BigDecimal.valueOf(cycles))
            + " cycles of issue ports; shares are of these\n\n";
    out.append('\n').append(screen.wrapped(facts, "  "));
    if (base == 0) {
      return;
    }
    List<CommonCause> all =
        LineLabels.causes().stream()
            .filter(
                c -> new BigDecimal(LineLabels.percent(sum(there, c), base)).compareTo(SHOWN) >= 0)
            .toList();
    List<LineRow> placed = there.stream().filter(r -> r.place().isLine()).toList();
    int where = placed.stream().mapToInt(r -> LineLabels.where(r, placed).length()).max().orElse(0);
    List<CommonCause> columns = new ArrayList<>(all);
    for (CommonCause c : DROPPED) {
      if (room(where, columns) < COMFORTABLE) {
        columns.remove(c);
      }
    }
    int room = Math.max(NARROWEST, room(where, columns));
    List<String> header = new ArrayList<>(List.of(">share %", "line"));
    columns.forEach(c -> header.add(">" + LineLabels.cause(c)));
    header.add("source");
    Table table = new Table(header);
    List<LineRow> shown = placed.stream().limit(most).toList();
    for (LineRow row : shown) {
      table.row(
          Table.Emphasis.NONE, cells(row, LineLabels.where(row, placed), columns, base, room));
    }
    if (placed.size() > shown.size()) {
      long[] rest = new long[placed.get(0).ticks().length];
      placed.stream().skip(most).forEach(r -> LineTimes.add(rest, r.ticks()));
      LineRow sum = new LineRow(SUM, placed.get(0).causes(), rest);
      String label = placed.size() - shown.size() + " more";
      table.row(Table.Emphasis.DIM, cells(sum, label, columns, base, room));
    }
    for (LineRow row : there) {
      if (!row.place().isLine()) {
        table.row(Table.Emphasis.DIM, cells(row, row.what(), columns, base, room));
      }
    }
    long[] total = new long[there.get(0).ticks().length];
    there.forEach(r -> LineTimes.add(total, r.ticks()));
    LineRow sum = new LineRow(SUM, there.get(0).causes(), total);
    table.row(Table.Emphasis.BOLD, cells(sum, "all", columns, base, room));
    out.append(table.render(screen));
    if (columns.size() < all.size()) {
      List<String> left =
          all.stream().filter(c -> !columns.contains(c)).map(LineLabels::cause).toList();
      String note = "not shown at " + screen.width() + " columns: " + String.join(", ", left);
      out.append('\n').append(screen.wrapped(note + "; csv and json have all\n", "  "));
    }
  }

  private static long sum(List<LineRow> rows, CommonCause cause) {
    return rows.stream().mapToLong(r -> r.cycles(cause)).sum();
  }

  private static List<String> cells(
      LineRow row, String where, List<CommonCause> columns, long base, int room) {
    List<String> cells = new ArrayList<>();
    cells.add(LineLabels.percent(row.cycles(), base));
    cells.add(where);
    for (CommonCause c : columns) {
      String share = LineLabels.percent(row.cycles(c), base);
      cells.add(share.equals("0.0") ? "" : share);
    }
    cells.add(LineLabels.text(row, room));
    return cells;
  }

  /** Returns the width that remains for the source text, in columns of the screen. */
  private int room(int where, List<CommonCause> columns) {
    int taken = "share %".length() + GAP + where + GAP;
    for (CommonCause c : columns) {
      taken += Math.max("100.0".length(), LineLabels.cause(c).length()) + GAP;
    }
    return screen.isNarrow() ? screen.width() - taken : Screen.ENDLESS;
  }

  /** Prints a table of kernels with times, port cycles and their shares. */
  private void kernels(LineTimes times) {
    Table table =
        new Table(
            List.of("kernel", ">launches", ">kernel µs", ">time %", ">port cycles", ">cycles %"));
    List<Long> picos = new ArrayList<>();
    List<Long> cycles = new ArrayList<>();
    long launches = 0;
    for (KernelTimes k : times.kernels()) {
      picos.add(times.launches(k).stream().mapToLong(LaunchTimes::picos).sum());
      cycles.add(
          k.lines().entrySet().stream()
              .filter(e -> e.getKey() != LineTimes.Line.NONE)
              .mapToLong(e -> LineTimes.sum(e.getValue()))
              .sum());
      launches += k.launches();
    }
    long allPicos = picos.stream().mapToLong(p -> p).sum();
    long allCycles = cycles.stream().mapToLong(c -> c).sum();
    for (int i = 0; i < picos.size(); i++) {
      KernelTimes k = times.kernels().get(i);
      table.row(
          Table.Emphasis.NONE,
          kernel(k.name(), k.launches(), picos.get(i), allPicos, cycles.get(i), allCycles));
    }
    table.row(
        Table.Emphasis.BOLD, kernel("all", launches, allPicos, allPicos, allCycles, allCycles));
    out.append('\n').append(table.render(screen));
    String note =
        "port cycles: those in which a wavefront was there, of all issue ports; --scope kernel and"
            + " --scope launch show the lines of each\n";
    out.append(screen.wrapped(note, "  "));
  }

  private static List<String> kernel(
      String name, long launches, long picos, long allPicos, long cycles, long allCycles) {
    return List.of(
        name,
        FigureText.grouped(BigDecimal.valueOf(launches)),
        FigureText.micros(picos),
        LineLabels.percent(picos, allPicos),
        FigureText.grouped(BigDecimal.valueOf(cycles)),
        LineLabels.percent(cycles, allCycles));
  }
}
