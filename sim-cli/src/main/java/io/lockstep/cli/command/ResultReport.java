// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.option.ReportOption;
import io.lockstep.cli.option.TableOptions;
import io.lockstep.cli.table.TimingChoice;
import io.lockstep.explain.roof.BindingPeak;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.report.compare.ComparedResults;
import io.lockstep.report.compare.ComparisonReport;
import io.lockstep.report.compare.WorkloadResults;
import io.lockstep.report.page.Section;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Runner;
import io.lockstep.spi.spec.DeviceSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

public final class ResultReport {
  static final ResultReport NONE = new ResultReport(new ReportOption(), new TableOptions(), null);

  private final ReportOption page;
  private final TableOptions table;
  private final String base;

  /**
   * @param page the opened output
   * @param table selects total time or kernel time
   * @param base id of the reference device, or null for the first one
   */
  ResultReport(ReportOption page, TableOptions table, String base) {
    this.page = page;
    this.table = table;
    this.base = base;
  }

  boolean isWanted() {
    return page.isWanted();
  }

  int base(List<Runner.Target> targets) {
    return base == null ? 0 : targets.stream().map(t -> t.spec().id()).toList().indexOf(base);
  }

  void write(
      List<Path> workloads,
      List<Runner.Target> targets,
      List<RunResult> results,
      Catalogue catalogue,
      List<Section> more) {
    page.write(
        () ->
            ComparisonReport.of(
                page.origin(), comparison(workloads, targets, results, catalogue), more));
  }

  private ComparedResults comparison(
      List<Path> workloads,
      List<Runner.Target> targets,
      List<RunResult> results,
      Catalogue catalogue) {
    List<WorkloadResults> points = new ArrayList<>();
    int n = targets.size();
    for (int i = 0; i < workloads.size(); i++) {
      SourceLines sources = SourceLines.beside(workloads.get(i));
      LinePlaces places = new LinePlaces(sources, Plugins.frontends());
      List<RunResult> of = results.subList(i * n, (i + 1) * n);
      List<Optional<BindingPeak>> doubts = new ArrayList<>();
      for (int d = 0; d < n; d++) {
        doubts.add(BindingPeak.of(of.get(d), catalogue, targets.get(d).spec()));
      }
      points.add(new WorkloadResults(of, places, sources, doubts));
    }
    List<DeviceSpec> specs = targets.stream().map(Runner.Target::spec).toList();
    Set<String> families =
        specs.stream().map(DeviceSpec::family).collect(Collectors.toCollection(TreeSet::new));
    return new ComparedResults(
        specs,
        points,
        catalogue.statistics(families),
        catalogue.profilers(specs),
        base(targets),
        table.time.timing == TimingChoice.kernels,
        shipped(targets));
  }

  /** Returns the hashes of specifications as shipped, without the user's files and plug-ins. */
  static Set<String> shipped(List<Runner.Target> targets) {
    Catalogue own = new Catalogue(Plugins.providers(List.of()));
    return targets.stream()
        .map(Runner.Target::spec)
        .filter(spec -> own.has(spec.id()) && own.spec(spec.id()).hash().equals(spec.hash()))
        .map(DeviceSpec::hash)
        .collect(Collectors.toSet());
  }
}
