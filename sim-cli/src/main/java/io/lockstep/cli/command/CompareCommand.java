// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.ChartOptions;
import io.lockstep.cli.option.CheckOptions;
import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.DrawOptions;
import io.lockstep.cli.option.EngineOptions;
import io.lockstep.cli.option.ExplainOption;
import io.lockstep.cli.option.FormatOption;
import io.lockstep.cli.option.ProgramOptions;
import io.lockstep.cli.option.ReportOption;
import io.lockstep.cli.option.ResultsOption;
import io.lockstep.cli.option.RunSettings;
import io.lockstep.cli.option.TableOptions;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.observe.Observation;
import io.lockstep.run.dump.BufferDumps;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "compare",
    description = {
      "Compares the time of workloads on several devices.",
      "Prints a table for each workload: a device of each generation, or those named "
          + "(--device all: every device). Lists devices that cannot run it, and why. "
          + "docs/results.md"
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    place = 1,
    codes = {0, 1, 2, 3, 4, 5, 6, 130, 143},
    rare = {"--sample"},
    examples = {
      "lockstep compare examples/matmul.yaml",
      "lockstep compare examples/matmul.yaml -p n=256 -d hd5870,mi100,gtx280",
      "lockstep compare examples/spmv.yaml --timing kernels --sort -us",
      "lockstep compare examples/spmv.yaml --columns device,us,+dram,l2.hits",
      "lockstep compare examples/matmul.yaml --set 'dram.bandwidth=*2'",
      "lockstep compare examples/matmul.yaml --chart --reference gtx280",
      "lockstep compare examples/matmul.yaml examples/spmv.yaml --report out.html"
    })
public final class CompareCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "WORKLOAD",
      arity = "1..*",
      description = "Workloads, traces, folders of workloads, or -- PROGRAM ARG….")
  private List<Path> workloads;

  @CommandLine.Option(names = "--summary", description = "Count rows by status and folder instead.")
  private boolean summary;

  @Mixin private DeviceOptions devices;
  @Mixin private RunSettings settings;
  @Mixin private Verbosity verbosity;
  @Mixin private ProgramOptions program;

  @Mixin private ResultsOption kept;
  @Mixin private TableOptions table;
  @Mixin private DrawOptions sampling;
  @Mixin private ChartOptions chart;

  @Mixin private FormatOption output;
  @Mixin private ReportOption report;
  @Mixin private ExplainOption explained;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    workloads = WorkloadFolders.files(workloads);
    if (summary && (chart.isWanted() || sampling.isWanted())) {
      throw new UsageException("--summary cannot be combined with --chart or --uncertainty");
    }
    if (summary && report.isWanted()) {
      throw new UsageException("--summary cannot be combined with --report");
    }
    if (summary) {
      table.refuseWith("--summary shows sums");
    }
    if (settings.sample.isWanted() && sampling.isWanted()) {
      throw new UsageException(
          "--sample: not with --uncertainty, whose runs are not marked as estimates");
    }
    settings.chart = chart.checked(table, report);
    explained.checked(report, sampling);
    if (sampling.isWanted()) {
      if (chart.isWanted()) {
        throw new UsageException("--chart is of one run, not --uncertainty");
      }
      if (workloads.size() > 1) {
        throw new UsageException("--uncertainty: expected a single workload, found several");
      }
      try (ReportOption page = report.open()) {
        return new UncertaintyJob(
                spec.commandLine(), devices, settings, sampling, verbosity, table, kept)
            .reporting(new ResultReport(page, table, chart.base()))
            .run(workloads.get(0), output.format);
      }
    }
    try (BufferDumps dumps = new BufferDumps(List.of());
        ReportOption page = report.open();
        Observation none = Observation.none()) {
      JobOptions options =
          new JobOptions(
              devices,
              settings,
              new EngineOptions(),
              new CheckOptions(),
              verbosity,
              table,
              kept,
              new ResultReport(page, table, chart.base()),
              explained,
              new JobOptions.Output(output.format, true, false, summary));
      return new Job(spec.commandLine(), options, workloads).run(none, dumps);
    }
  }
}
