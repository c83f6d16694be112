// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.page;

import io.lockstep.cli.table.FigureText;
import io.lockstep.cli.table.Table;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.path.CriticalPath;
import io.lockstep.observe.path.CriticalPath.KernelPath;
import io.lockstep.observe.path.CriticalPath.LaunchPath;
import io.lockstep.observe.path.PathLine;
import io.lockstep.observe.path.PathShares;
import io.lockstep.run.Numbers;
import io.lockstep.run.RunResult;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Formats critical paths: ticks by resource, then the source lines with the most ticks. */
public final class PathPage extends PlacedPage {
  public PathPage(
      Function<RunResult, LinePlaces> places, int most, LineLevel level, Screen screen) {
    super(places, most, level, screen);
  }

  @Override
  void page(RunResult result) {
    CriticalPath path = result.path();
    switch (level) {
      case kernel -> {
        for (KernelPath k : path.kernels()) {
          List<PathLine> lines = PathLine.of(k, k.shares(), places);
          tables(title(k), k.shares(), lines, path);
        }
      }
      case launch -> {
        for (LaunchPath l : path.launches()) {
          KernelPath k = path.kernel(l);
          String title = "launch " + l.number() + ": kernel " + k.name();
          tables(title, l.shares(), PathLine.of(k, l.shares(), places), path);
        }
      }
      default -> {
        List<KernelPath> kernels = path.kernels();
        String title = kernels.size() == 1 ? title(kernels.get(0)) : "all kernels";
        tables(title, path.shares(), PathLine.program(path, places), path);
        if (kernels.size() > 1) {
          out.append("--scope kernel and --scope launch show the paths of each\n");
        }
      }
    }
  }

  private static String title(KernelPath k) {
    return title(k.name(), k.launches());
  }

  private void tables(String title, PathShares shares, List<PathLine> lines, CriticalPath path) {
    long all = shares.ticks();
    out.append('\n').append(screen.wrapped("critical path of " + title + "\n\n", "  "));
    if (all == 0) {
      return;
    }
    Table table = new Table(List.of("resource", ">share %", ">µs", ">ticks"));
    shares.shares().stream()
        .sorted(Comparator.comparingLong((PathShares.Share s) -> -s.ticks()))
        .forEach(s -> table.row(Table.Emphasis.NONE, cells(s.key(), s.ticks(), all, path)));
    table.row(Table.Emphasis.BOLD, cells("all", all, all, path));
    out.append(table.render(screen));
    if (most > 0) {
      lines(lines, all);
    }
  }

  private static List<String> cells(String name, long ticks, long all, CriticalPath path) {
    return List.of(
        name,
        LineLabels.percent(ticks, all),
        FigureText.micros(Numbers.picos(ticks, path.tickHertz())),
        FigureText.grouped(BigDecimal.valueOf(ticks)));
  }

  private void lines(List<PathLine> lines, long all) {
    List<PathLine> shown = lines.stream().limit(most).toList();
    int where = shown.stream().mapToInt(l -> where(l).length()).max().orElse(0);
    int taken = "share %".length() + where + "dependency 100.0".length() + 3 * GAP;
    int room = screen.isNarrow() ? Math.max(NARROWEST, screen.width() - taken) : Screen.ENDLESS;
    Table table = new Table(List.of(">share %", "line", "most of it", "source"));
    for (PathLine line : shown) {
      String text = line.place().text();
      table.row(
          line.place().isLine() ? Table.Emphasis.NONE : Table.Emphasis.DIM,
          List.of(
              LineLabels.percent(line.shares().ticks(), all),
              where(line),
              mostly(line.shares(), all),
              text.length() <= room ? text : text.substring(0, room - 1) + "…"));
    }
    out.append('\n').append(table.render(screen));
    if (lines.size() > shown.size()) {
      out.append(lines.size() - shown.size()).append(" more; --top says how many\n");
    }
  }

  private static String where(PathLine line) {
    return line.place().isLine()
        ? java.nio.file.Path.of(line.place().file()).getFileName() + ":" + line.place().line()
        : line.what();
  }

  private static String mostly(PathShares shares, long all) {
    return shares.shares().stream()
        .max(Comparator.comparingLong(PathShares.Share::ticks))
        .map(first -> first.key() + " " + LineLabels.percent(first.ticks(), all))
        .orElse("");
  }
}
