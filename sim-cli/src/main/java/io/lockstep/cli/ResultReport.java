package io.lockstep.cli;

import io.lockstep.io.Suggestions;
import io.lockstep.parts.stats.StatisticsRegistry;
import io.lockstep.report.compare.Comparison;
import io.lockstep.report.compare.ComparisonReport;
import io.lockstep.report.compare.Point;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunResult;
import io.lockstep.run.Runner;
import io.lockstep.run.card.SourceLines;
import io.lockstep.run.line.LinePlaces;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The page of what {@code run} and {@code compare} have found. */
final class ResultReport {
  static final ResultReport NONE = new ResultReport(new ReportOption(), new TableOptions(), null);

  private final ReportOption page;
  private final TableOptions table;
  private final String base;

  /**
   * @param page where it goes, opened
   * @param table which time counts
   * @param base id of the device that others are held against first, or null for the first one
   */
  ResultReport(ReportOption page, TableOptions table, String base) {
    this.page = page;
    this.table = table;
    this.base = base;
  }

  boolean isWanted() {
    return page.isWanted();
  }

  /** Refuses a base that is none of the devices, before anything runs. */
  void check(List<Runner.Target> targets) {
    if (base != null && !isWanted()) {
      throw new UsageException("--report-base says what --report shows; add that");
    }
    List<String> ids = targets.stream().map(t -> t.spec().id()).toList();
    if (base != null && !ids.contains(base)) {
      throw new UsageException(
          "--report-base: none of the devices is '" + base + "'" + Suggestions.hint(base, ids));
    }
  }

  /** Writes it, where it is wanted. */
  void write(
      List<Path> workloads,
      List<Runner.Target> targets,
      List<RunResult> results,
      StatisticsRegistry statistics) {
    page.write(
        () ->
            ComparisonReport.of(
                page.origin(), comparison(workloads, targets, results, statistics)));
  }

  private Comparison comparison(
      List<Path> workloads,
      List<Runner.Target> targets,
      List<RunResult> results,
      StatisticsRegistry statistics) {
    List<Point> points = new ArrayList<>();
    int n = targets.size();
    for (int i = 0; i < workloads.size(); i++) {
      SourceLines sources = SourceLines.beside(workloads.get(i));
      LinePlaces places = new LinePlaces(sources, Plugins.frontends());
      points.add(new Point(results.subList(i * n, (i + 1) * n), places, sources));
    }
    List<String> ids = targets.stream().map(t -> t.spec().id()).toList();
    return new Comparison(
        targets.stream().map(Runner.Target::spec).toList(),
        points,
        statistics,
        base == null ? 0 : ids.indexOf(base),
        table.timing == Timing.kernels);
  }
}
