// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.explain.roof.BindingPeak;
import io.lockstep.run.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Formats results side by side, with the fastest marked, followed by refused devices.
 *
 * @param timing selects total time or kernel time
 * @param known the available columns
 * @param typed requested column names; empty for the default columns
 * @param doubts returns the peak that limits a result if it rests on uncertain parameters
 */
public record ComparisonTable(
    List<RunResult> results,
    TimingChoice timing,
    ResultColumns known,
    List<String> typed,
    Function<RunResult, Optional<BindingPeak>> doubts) {
  private static final String MARK = "";
  private static final String DOUBT = "~"; // the result rests on uncertain parameters
  private static final String ELSEWHERE = "--columns or --format csv shows all";

  public String render(Screen screen) {
    boolean points = results.stream().map(FigureText::point).distinct().count() > 1;
    List<RunResult> simulated = results.stream().filter(RunResult::isSimulated).toList();
    long fastest = simulated.stream().mapToLong(timing::picos).min().orElse(-1);
    boolean marks = results.size() > 1 && !points;
    StringBuilder out = new StringBuilder();
    if (!simulated.isEmpty()) {
      List<ResultColumn> columns = columns(points);
      Table table = new Table(header(columns)).dropping(ELSEWHERE, leastImportant(columns));
      for (RunResult r : simulated) {
        boolean best = marks && timing.picos(r) == fastest;
        String mark = (best ? "*" : "") + (doubts.apply(r).isPresent() ? DOUBT : "");
        table.row(best ? Table.Emphasis.BOLD : Table.Emphasis.NONE, row(r, columns, mark));
      }
      out.append(screen.wrapped(title(), "  ")).append("\n\n").append(table.render(screen));
      if (marks) {
        boolean kernels = timing == TimingChoice.kernels || isAllKernels();
        out.append(kernels ? "\n* fastest by kernels µs\n" : "\n* fastest by total µs\n");
      }
      out.append(doubts(simulated, screen));
      List<String> absent =
          columns.stream()
              .filter(c -> simulated.stream().allMatch(r -> c.cell().apply(r).isEmpty()))
              .map(ResultColumn::name)
              .toList();
      if (!typed.isEmpty() && !absent.isEmpty()) {
        String names = String.join(", ", absent);
        out.append(screen.wrapped("\nno device here has: " + names + "\n", "  "));
      }
    }
    return out + screen.wrapped(remarks(results), "  ");
  }

  /** Formats a footnote for each result that rests on uncertain parameters. */
  private String doubts(List<RunResult> simulated, Screen screen) {
    List<BindingPeak> peaks =
        simulated.stream().map(doubts).flatMap(Optional::stream).distinct().toList();
    if (peaks.isEmpty()) {
      return "";
    }
    StringBuilder out = new StringBuilder();
    peaks.forEach(p -> out.append(screen.wrapped("\n" + DOUBT + " " + p.sentence() + "\n", "  ")));
    String test = DOUBT + " to test it: " + peaks.get(0).tests() + "\n";
    return out.append(screen.wrapped(test, "  ")).toString();
  }

  /** Formats the remarks on results that no column shows. */
  public static String remarks(List<RunResult> results) {
    StringBuilder out = new StringBuilder();
    Map<String, List<String>> devices = new LinkedHashMap<>(); // by remark, or status and reason
    results.stream()
        .filter(r -> r.isSimulated() && !Boolean.FALSE.equals(r.verified()))
        .filter(r -> !r.message().isEmpty())
        .forEach(r -> add(devices, ": " + r.message(), r.device()));
    results.stream()
        .filter(r -> !r.isSimulated())
        .forEach(
            r -> {
              String status = r.status().name().toLowerCase(Locale.ROOT);
              add(devices, " " + status + ": " + r.message(), r.device());
            });
    devices.forEach((what, ids) -> out.append(String.join(", ", ids)).append(what).append('\n'));
    results.stream()
        .filter(r -> r.isSimulated() && Boolean.FALSE.equals(r.verified()))
        .findFirst()
        .ifPresent(r -> out.append("\nwrong result: ").append(r.message()).append('\n'));
    return out.toString();
  }

  private static void add(Map<String, List<String>> devices, String what, String device) {
    List<String> same = devices.computeIfAbsent(what, w -> new ArrayList<>());
    if (!same.contains(device)) {
      same.add(device);
    }
  }

  private List<ResultColumn> columns(boolean points) {
    List<ResultColumn> columns = known.chosen(typed, results);
    if (typed.isEmpty() && !points) {
      columns.removeIf(c -> c.name().equals("point")); // shown in the title
    }
    if (typed.isEmpty() && isAllKernels()) {
      columns.removeIf(c -> c.name().equals("host µs") || c.name().equals("total µs"));
    }
    return columns;
  }

  /** Whether all workloads time only their kernels. */
  private boolean isAllKernels() {
    return results.stream().allMatch(r -> !r.isSimulated() || r.kernelPicos() == r.picos());
  }

  /** Returns the header, with the column of marks after the first column. */
  private static List<String> header(List<ResultColumn> columns) {
    List<String> header = new ArrayList<>(columns.stream().map(ResultColumn::header).toList());
    header.add(Math.min(1, header.size()), MARK);
    return header;
  }

  /** Returns the order in which a narrow screen omits columns: from the last to the second. */
  private List<String> leastImportant(List<ResultColumn> columns) {
    if (typed.isEmpty()) {
      return ResultColumns.leastImportant();
    }
    List<String> names = new ArrayList<>();
    for (int i = columns.size() - 1; i > 0; i--) {
      names.add(columns.get(i).name());
    }
    return names;
  }

  private static List<String> row(RunResult r, List<ResultColumn> columns, String mark) {
    List<String> cells = new ArrayList<>(columns.stream().map(c -> c.cell().apply(r)).toList());
    cells.add(Math.min(1, cells.size()), mark);
    return cells;
  }

  private String title() {
    boolean one = results.stream().map(FigureText::point).distinct().count() == 1;
    return one ? FigureText.point(results.get(0)) : results.size() + " results";
  }
}
