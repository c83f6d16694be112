// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.page;

import io.lockstep.cli.table.ComparisonTable;
import io.lockstep.cli.table.FigureText;
import io.lockstep.cli.table.Table;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.LineRow;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.observe.line.LineTimes.LaunchTimes;
import io.lockstep.run.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Formats issue-port cycles by source line for several devices. Results of the same program share
 * tables, one for each kernel or launch, with a column for each device.
 *
 * @param places returns the line positions of a result
 * @param most maximum number of lines
 */
public record LineComparison(
    Function<RunResult, LinePlaces> places, int most, LineLevel level, Screen screen) {
  /** Identifies a program. The line positions are included because workloads may share a name. */
  private record Program(String name, LinePlaces places) {}

  private record Part(String title, SortedMap<Integer, LineShares> shares) {}

  public String render(List<RunResult> results) {
    Map<Program, List<RunResult>> programs = new LinkedHashMap<>();
    for (RunResult r : results) {
      if (r.isSimulated()) {
        programs.computeIfAbsent(program(r), p -> new ArrayList<>()).add(r);
      }
    }
    StringBuilder out = new StringBuilder();
    programs.forEach(
        (program, of) -> {
          out.append(out.isEmpty() ? "" : "\n").append(screen.wrapped(program.name + "\n", "  "));
          parts(of).forEach(part -> out.append(table(part)));
        });
    return out + screen.wrapped(ComparisonTable.remarks(results), "  ");
  }

  private Program program(RunResult r) {
    StringBuilder out = new StringBuilder(r.workload());
    r.parameters().forEach((k, v) -> out.append("  ").append(k).append('=').append(v));
    return new Program(out.toString(), places.apply(r));
  }

  private static String device(RunResult r) {
    StringBuilder out = new StringBuilder(r.device());
    r.overrides().forEach((k, v) -> out.append(' ').append(k).append('=').append(v));
    return out.toString();
  }

  private List<Part> parts(List<RunResult> results) {
    SortedMap<Long, Part> parts = new TreeMap<>();
    for (int i = 0; i < results.size(); i++) {
      RunResult r = results.get(i);
      LineTimes times = r.lines();
      LinePlaces where = places.apply(r);
      String device = device(r);
      switch (level) {
        case kernel -> {
          for (KernelTimes k : times.kernels()) {
            add(parts, k.index(), title(k), i, shares(device, times, k, where));
          }
        }
        case launch -> {
          for (LaunchTimes l : times.launches()) {
            String title = "launch " + l.number() + ": kernel " + times.kernel(l).name();
            List<LineRow> rows = LineRow.launch(l, times, where);
            add(parts, l.number(), title, i, new LineShares(device, rows, l.picos()));
          }
        }
        default -> {
          List<KernelTimes> kernels = times.kernels();
          String title = kernels.size() == 1 ? title(kernels.get(0)) : "all kernels";
          List<LineRow> rows = LineRow.program(times, where);
          add(parts, 0, title, i, new LineShares(device, rows, r.kernelPicos()));
        }
      }
    }
    return List.copyOf(parts.values());
  }

  private static void add(
      SortedMap<Long, Part> parts, long key, String title, int column, LineShares shares) {
    parts.computeIfAbsent(key, k -> new Part(title, new TreeMap<>())).shares.put(column, shares);
  }

  private static LineShares shares(
      String device, LineTimes times, KernelTimes kernel, LinePlaces where) {
    long picos = times.launches(kernel).stream().mapToLong(LaunchTimes::picos).sum();
    return new LineShares(device, LineRow.kernel(kernel, times, where), picos);
  }

  private static String title(KernelTimes k) {
    return "kernel "
        + k.name()
        + (k.launches() == 1 ? ", 1 launch" : ", " + k.launches() + " launches");
  }

  private static final int GAP = 2;
  private static final int LEAST_TEXT = 20; // minimum width of the source text
  private static final int SHARE = "100.0".length();
  private static final int CAUSE = "bandwidth".length();

  private String table(Part part) {
    List<LineShares> all = List.copyOf(part.shares.values());
    List<LineRow> lines = lines(all);
    List<String> names = lines.stream().map(l -> LineLabels.where(l, lines)).toList();
    List<LineRow> shown = lines.subList(0, Math.min(most, lines.size()));
    int first = "wavefront there".length();
    for (int k = 0; k < shown.size(); k++) {
      first = Math.max(first, names.get(k).length());
    }
    int room = screen.width() - first - GAP - LEAST_TEXT;
    int widest = all.stream().mapToInt(s -> Math.max(SHARE, s.device().length())).max().orElse(0);
    boolean causes = all.size() <= room / (widest + CAUSE + 2 * GAP);
    int column = widest + GAP + (causes ? CAUSE + GAP : 0);
    int beside = causes ? all.size() : Math.max(1, room / column);
    StringBuilder out = new StringBuilder();
    String head =
        part.title
            + ": shares in % of the port cycles in which a wavefront was there"
            + (causes ? ", and what most of them went to" : "");
    out.append('\n').append(screen.wrapped(head + "\n\n", "  "));
    for (int from = 0; from < all.size(); from += beside) {
      List<LineShares> block = all.subList(from, Math.min(all.size(), from + beside));
      int text =
          screen.isNarrow()
              ? Math.max(LEAST_TEXT, screen.width() - first - GAP - block.size() * column)
              : Screen.ENDLESS;
      out.append(from == 0 ? "" : "\n");
      out.append(block(block, shown, names, lines.size(), causes, text));
    }
    if (!causes) {
      String note = "causes do not fit " + screen.width() + " columns; fewer devices, csv or json";
      out.append('\n').append(screen.wrapped(note + " have them\n", "  "));
    }
    return out.toString();
  }

  /** Returns the lines with a known position, ordered by their share over all devices. */
  private static List<LineRow> lines(List<LineShares> all) {
    Map<LinePlaces.Place, LineRow> rows = new LinkedHashMap<>();
    all.forEach(s -> s.rows().forEach(r -> rows.putIfAbsent(r.place(), r)));
    rows.keySet().removeIf(place -> !place.isLine());
    List<LineRow> sorted = new ArrayList<>(rows.values());
    sorted.sort(LineShares.mostFirst(all));
    return sorted;
  }

  private String block(
      List<LineShares> devices,
      List<LineRow> shown,
      List<String> names,
      int lines,
      boolean causes,
      int text) {
    List<String> header = new ArrayList<>(List.of("line"));
    for (LineShares s : devices) {
      header.add(">" + s.device());
      header.add("");
    }
    header.add("source");
    Table table = new Table(header);
    for (int k = 0; k < shown.size(); k++) {
      LineRow line = shown.get(k);
      List<String> cells = new ArrayList<>(List.of(names.get(k)));
      for (LineShares s : devices) {
        cells.add(s.share(line.place()));
        cells.add(causes ? s.mostly(line.place()) : "");
      }
      cells.add(LineLabels.text(line, text));
      table.row(Table.Emphasis.NONE, cells);
    }
    if (lines > shown.size()) {
      Function<LineShares, String> rest = s -> s.percent(s.placed() - s.cycles(shown));
      table.row(Table.Emphasis.DIM, cells(lines - shown.size() + " more", devices, rest));
    }
    for (int special : new int[] {LineTimes.Line.UNKNOWN, LineTimes.Line.UNTOLD}) {
      ToLongFunction<LineShares> cycles = s -> s.cycles(special);
      if (devices.stream().mapToLong(cycles).sum() > 0) {
        String name = new LineRow(LinePlaces.Place.special(special), List.of(), new long[0]).what();
        Function<LineShares, String> share = s -> s.percent(s.cycles(special));
        table.row(Table.Emphasis.DIM, cells(name, devices, share));
      }
    }
    table.row(Table.Emphasis.BOLD, cells("all", devices, s -> s.percent(s.there())));
    table.row(Table.Emphasis.NONE, cells("wavefront there", devices, LineShares::thereShare));
    table.row(Table.Emphasis.NONE, cells("µs", devices, s -> FigureText.micros(s.picos())));
    return table.render(screen);
  }

  private static List<String> cells(
      String name, List<LineShares> devices, Function<LineShares, String> cell) {
    List<String> cells = new ArrayList<>(List.of(name));
    for (LineShares s : devices) {
      cells.add(cell.apply(s));
      cells.add("");
    }
    return cells;
  }
}
