package io.lockstep.cli.option;

import io.lockstep.cli.table.TimingChoice;
import io.lockstep.cli.terminal.SimulationCount;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.explain.TrialOptions;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.run.WallLimits;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of the simulations of one question. */
public final class SimulateOptions {
  @Rare
  @Option(
      names = "--plugin-path",
      paramLabel = "FOLDER",
      description = "Folder with device module jars; repeatable.")
  @FileUse(FileUse.Kind.READ)
  private List<Path> pluginPath = new ArrayList<>();

  @Mixin private StudySettings study = new StudySettings();

  @Option(
      names = "--time-limit",
      paramLabel = "DURATION",
      description = "Wall time of the command, e.g. 60s; then exit 1.",
      converter = DurationConverter.class)
  private Duration timeLimit;

  /** The catalogue; warns of plug-ins that are left out. */
  public Catalogue catalogue(PrintWriter err) {
    DeviceOptions devices = new DeviceOptions();
    devices.pluginPath = pluginPath;
    Catalogue catalogue = devices.quietly();
    catalogue.leftOut().forEach(wrong -> err.println("lockstep: warning: " + wrong.line()));
    return catalogue;
  }

  /**
   * Returns the options of trials.
   *
   * @param phases launch phases of each trial
   */
  public TrialOptions trials(
      ExecuteOptions execution, int phases, TimingChoice timing, PrintWriter err) {
    RunOptions run = execution.options(CheckLog.none());
    WallLimits limits = run.limits();
    RunOptions limited =
        run.with().limits(timeLimit == null ? limits : limits.withRun(timeLimit)).build();
    return new TrialOptions(
        study.options(limited, pluginPath, err),
        phases,
        timing == TimingChoice.kernels,
        Optional.ofNullable(timeLimit));
  }

  /** The message of an interrupted command. */
  public String words(SimulationCount count) {
    return count.words() + study.goesOn();
  }
}
