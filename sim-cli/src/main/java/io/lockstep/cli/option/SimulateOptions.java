// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.table.TimingChoice;
import io.lockstep.cli.terminal.SimulationCount;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.run.WallLimits;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

public final class SimulateOptions {
  @Mixin private PluginOption plugins = new PluginOption();

  @Mixin private StudySettings study = new StudySettings();

  @Option(
      names = "--time-limit",
      paramLabel = "DURATION",
      description = "Wall time of the command, e.g. 60s; then exit 1.",
      converter = DurationConverter.class)
  private Duration timeLimit;

  public Catalogue catalogue(PrintWriter err) {
    return plugins.catalogue(err);
  }

  /**
   * Returns the options of an experiment.
   *
   * @param phases number of launch phases of each variant
   */
  public ExperimentOptions experiment(
      ExecuteOptions execution, int phases, TimingChoice timing, PrintWriter err) {
    RunOptions run = execution.options(CheckLog.none());
    WallLimits limits = run.limits();
    RunOptions limited =
        run.with().limits(timeLimit == null ? limits : limits.withRun(timeLimit)).build();
    return new ExperimentOptions(
        study.options(limited, plugins.folders, err),
        phases,
        timing == TimingChoice.kernels,
        Optional.ofNullable(timeLimit));
  }

  /** Returns the message of an interrupted command. */
  public String words(SimulationCount count) {
    return count.words() + study.goesOn();
  }
}
