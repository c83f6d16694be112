package io.lockstep.cli.sweep;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.DurationConverter;
import io.lockstep.cli.option.FileUse;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.sweep.point.PointLimits;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.work.WorkerMain;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lockstep sweep worker}: a process that only a sweep's driver starts. */
@Command(
    name = "worker",
    hidden = true,
    description = "Computes points that a sweep's driver names on standard input.")
@HelpPage(
    codes = {0, 3, 6},
    examples = {})
public final class SweepWorkerCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FOLDER", description = "The sweep's folder.")
  private Path folder;

  @Option(names = "--part", required = true, paramLabel = "NAME", description = "Its driver's.")
  private String part;

  @Option(
      names = "--time-limit",
      paramLabel = "DURATION",
      description = "Wall time of a point.",
      converter = DurationConverter.class)
  private Duration timeLimit;

  @Option(names = "--keep", paramLabel = "PATTERN", description = "Statistics to keep.")
  private List<String> kept = new ArrayList<>();

  @Option(names = "--plugin-path", paramLabel = "FOLDER", description = "Device modules.")
  @FileUse(FileUse.Kind.READ)
  private List<Path> pluginPath = new ArrayList<>();

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    DeviceOptions devices = new DeviceOptions();
    devices.pluginPath = pluginPath;
    Catalogue catalogue = devices.quietly(); // the driver has warned
    PointLimits limits = new PointLimits(Optional.ofNullable(timeLimit), OptionalLong.empty());
    new WorkerMain(SweepFolder.open(folder), part, limits, kept)
        .run(
            catalogue,
            Plugins.frontends(),
            SweepWorkers.run(),
            System.in,
            spec.commandLine().getOut(),
            Verbosity.notes(spec.commandLine().getErr()));
    return ExitCode.DONE;
  }
}
