// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.table.CauseTable;
import io.lockstep.cli.table.ComparisonTable;
import io.lockstep.cli.table.Format;
import io.lockstep.cli.table.PhaseTable;
import io.lockstep.cli.table.ResultColumn;
import io.lockstep.cli.table.ResultColumns;
import io.lockstep.cli.table.UncertaintyTable;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.explain.roof.BindingPeak;
import io.lockstep.explain.uncertainty.DrawnComparison;
import io.lockstep.explain.uncertainty.UncertainAnswer;
import io.lockstep.explain.uncertainty.Uncertainty;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.run.format.ResultAnswer;
import io.lockstep.run.format.ResultCsv;
import io.lockstep.run.plugin.Profiler;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.StatisticsRegistry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for a table of results: columns, order and the time to show. */
public final class TableOptions {
  @Mixin public TimingOption time = new TimingOption();

  @Option(
      names = "--sort",
      paramLabel = "COLUMN,…",
      hideParamSyntax = true,
      parameterConsumer = Verbatim.class,
      description = "Sort by these; -COLUMN: largest first.")
  private String sort = "";

  @Option(
      names = "--columns",
      paramLabel = "COLUMN,…",
      hideParamSyntax = true,
      description = "Columns to show; +NAME adds one.")
  private String columns = "";

  private boolean hidesCauses;

  private Supplier<StatisticsRegistry> statistics = () -> new StatisticsRegistry(List.of());

  private List<Profiler> profilers = List.of();

  private Function<RunResult, Optional<BindingPeak>> doubts = result -> Optional.empty();

  /** Returns the options for a table with the given columns, in the syntax of {@code --columns}. */
  public static TableOptions showing(String columns) {
    TableOptions options = new TableOptions();
    options.columns = columns;
    return options;
  }

  /** Returns a copy of these options without the table of stall reasons. */
  public TableOptions hidingCauses() {
    TableOptions copy = showing(columns);
    copy.time = time;
    copy.sort = sort;
    copy.statistics = statistics;
    copy.doubts = doubts;
    copy.hidesCauses = true;
    return copy;
  }

  /** Rejects unknown names before any simulation. */
  public void check(Format format, Catalogue catalogue) {
    statistics = catalogue::statistics;
    if (!sort.isEmpty() || !columns.isEmpty()) {
      checkNames(format);
    }
  }

  /** Sets the profilers whose counters documents name beside statistics. */
  public void naming(List<Profiler> named) {
    profilers = named;
  }

  /** Sets what finds the peak that limits a result, if it rests on uncertain parameters. */
  public void doubting(Function<RunResult, Optional<BindingPeak>> found) {
    doubts = found;
  }

  /**
   * Rejects options for the table of results if another output replaces the table.
   *
   * @param instead the option that replaces the table
   */
  public void refuseWith(String instead) {
    if (!columns.isEmpty()) {
      throw new UsageException("--columns needs the table of results, but " + instead);
    }
  }

  private void checkNames(Format format) {
    ResultColumns known = new ResultColumns(time.timing, statistics);
    for (String name : names(sort)) {
      String plain = name.startsWith("-") ? name.substring(1) : name;
      known.check("--sort", plain);
      if (known.one(plain).isEmpty()) {
        throw new UsageException("--sort: several statistics begin with '" + plain + "'; name one");
      }
    }
    for (String name : names(columns)) {
      known.check("--columns", name.startsWith("+") ? name.substring(1) : name);
    }
    if (!columns.isEmpty() && format != Format.TABLE) {
      throw new UsageException("--columns: chooses what a table shows; csv and json hold all");
    }
  }

  private static List<String> names(String list) {
    return Arrays.stream(list.split(",")).map(String::strip).filter(s -> !s.isEmpty()).toList();
  }

  /** Sorts results as requested by {@code --sort}; without it, their order is unchanged. */
  public List<RunResult> sorted(List<RunResult> results) {
    if (sort.isEmpty()) {
      return results;
    }
    ResultColumns known = new ResultColumns(time.timing, statistics);
    Comparator<RunResult> order = (a, b) -> 0;
    for (String name : names(sort)) {
      boolean descending = name.startsWith("-");
      ResultColumn column = known.one(descending ? name.substring(1) : name).orElseThrow();
      order = order.thenComparing(column.order(descending));
    }
    List<RunResult> sorted = new ArrayList<>(results);
    sorted.sort(order);
    return sorted;
  }

  /** Whether a column or sort key is a stall reason common to all families. */
  public boolean namesCauses() {
    return names(columns + "," + sort.replace("-", "")).stream()
        .map(name -> name.startsWith("+") ? name.substring(1) : name)
        .anyMatch(name -> (name + ".").startsWith(CommonCause.PREFIX));
  }

  /** Returns the cycle accounting of ports, if requested and not shown in columns. */
  private String causes(List<RunResult> results, Screen screen) {
    return hidesCauses || namesCauses() ? "" : new CauseTable(results).render(screen);
  }

  /** Formats the results with the intervals of sampled figures. */
  public String text(Format format, DrawnComparison sampled, Screen screen) {
    List<RunResult> results = sorted(sampled.results());
    Uncertainty open = sampled.uncertainty();
    return switch (format) {
      case JSON ->
          UncertainAnswer.ANSWER.json(
              Version.text(),
              new UncertainAnswer(new ResultAnswer(results), Optional.of(open), limited(results)));
      case CSV ->
          ResultCsv.write(
              results,
              (result, row) -> row.group("uncertainty", to -> open.writeRow(result.device(), to)));
      case TABLE ->
          text(format, results, CheckLog.none(), screen)
              + new UncertaintyTable(open).render(screen);
    };
  }

  private List<UncertainAnswer.Limited> limited(List<RunResult> results) {
    List<UncertainAnswer.Limited> all = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      int place = i;
      doubts.apply(results.get(i)).ifPresent(p -> all.add(new UncertainAnswer.Limited(place, p)));
    }
    return all;
  }

  /** Formats the results; a table is laid out for a screen. */
  public String text(Format format, List<RunResult> results, CheckLog checks, Screen screen) {
    return switch (format) {
      case JSON ->
          UncertainAnswer.ANSWER.json(
              Version.text(),
              new UncertainAnswer(
                  new ResultAnswer(results, checks, r -> LinePlaces.NOWHERE, profilers),
                  Optional.empty(),
                  limited(results)));
      case CSV -> ResultCsv.write(results);
      case TABLE -> table(results, screen);
    };
  }

  /** Formats a table for each workload. */
  public String texts(List<RunResult> results, Screen screen) {
    StringBuilder out = new StringBuilder();
    for (List<RunResult> point : points(results)) {
      out.append(out.isEmpty() ? "" : "\n\n").append(table(sorted(point), screen));
    }
    return out.toString();
  }

  /** Groups consecutive results with the same workload and parameters. */
  public static List<List<RunResult>> points(List<RunResult> results) {
    List<List<RunResult>> points = new ArrayList<>();
    for (int from = 0, to; from < results.size(); from = to) {
      to = from + 1;
      while (to < results.size() && isSamePoint(results.get(from), results.get(to))) {
        to++;
      }
      points.add(results.subList(from, to));
    }
    return points;
  }

  private static boolean isSamePoint(RunResult a, RunResult b) {
    return a.workload().equals(b.workload()) && a.parameters().equals(b.parameters());
  }

  private String table(List<RunResult> results, Screen screen) {
    return new ComparisonTable(
                results,
                time.timing,
                new ResultColumns(time.timing, statistics),
                names(columns),
                doubts)
            .render(screen)
        + new PhaseTable(results).render(screen)
        + causes(results, screen);
  }
}
