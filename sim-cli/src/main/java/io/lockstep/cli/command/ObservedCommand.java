// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.option.CheckOptions;
import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.DumpOptions;
import io.lockstep.cli.option.EngineOptions;
import io.lockstep.cli.option.ExplainOption;
import io.lockstep.cli.option.FormatOption;
import io.lockstep.cli.option.LineOptions;
import io.lockstep.cli.option.ObserveSettings;
import io.lockstep.cli.option.ProgramOptions;
import io.lockstep.cli.option.ReportOption;
import io.lockstep.cli.option.ResultsOption;
import io.lockstep.cli.option.RunSettings;
import io.lockstep.cli.option.TableOptions;
import io.lockstep.cli.option.TimingOption;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.observe.Observation;
import io.lockstep.run.dump.BufferDumps;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The common part of {@code run} and {@code profile}: observes one workload on devices. */
abstract class ObservedCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "WORKLOAD",
      arity = "0..1",
      description = "A workload, trace or -- PROGRAM ARG…")
  private Path workload;

  @Mixin private DeviceOptions devices;
  @Mixin RunSettings settings;
  @Mixin private EngineOptions engine;
  @Mixin private Verbosity verbosity;
  @Mixin private ProgramOptions program;
  @Mixin FormatOption output;

  @Mixin private TimingOption time = new TimingOption();

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  /** Refuses options that show each simulated or executed work-group. */
  private void refuseWithSample(CheckOptions checks, ObserveSettings observe, LineOptions lines) {
    String other =
        checks.log().wantsAny()
            ? "--check"
            : observe.isWanted()
                ? "--timeline or --series"
                : lines.criticalPath() ? "--critical-path" : "";
    if (!other.isEmpty()) {
      throw new UsageException(
          "--sample: not with " + other + ", because work-groups are left out");
    }
  }

  /**
   * Simulates and prints.
   *
   * @param observe event files to write
   * @param lines views by source line
   * @param table format of a table of results
   * @param beside whether a view shows several devices side by side
   */
  final int run(
      CheckOptions checks,
      DumpOptions dump,
      ReportOption report,
      ObserveSettings observe,
      LineOptions lines,
      TableOptions table,
      boolean beside) {
    table.time = time;
    settings.lines = lines.checked();
    if (workload == null) {
      throw new UsageException("name a workload (.yaml) or a recorded trace (.lkt)");
    }
    if (settings.sample.isWanted()) {
      refuseWithSample(checks, observe, lines);
    }
    try (BufferDumps dumps = dump.dumps();
        ReportOption page = report.open();
        Observation observation = Observation.open(observe.options())) {
      JobOptions options =
          new JobOptions(
              devices,
              settings,
              engine,
              checks,
              verbosity,
              table,
              new ResultsOption(),
              new ResultReport(page, table, null),
              new ExplainOption(),
              new JobOptions.Output(output.format, false, beside, false));
      return new Job(spec.commandLine(), options, List.of(workload)).run(observation, dumps);
    }
  }
}
