package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.Bounds;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.run.WallLimits;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How the many simulations of one question are run. */
public final class SimulateOptions {
  private static final int MOST_THREADS = 256;

  @Rare
  @Option(
      names = "--plugin-path",
      paramLabel = "FOLDER",
      description = "Folder with device module jars; repeatable.")
  @FileUse(FileUse.Kind.READ)
  private List<Path> pluginPath = new ArrayList<>();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Simulations at once (default: the processors).")
  private Integer threads;

  @Option(
      names = "--time-limit",
      paramLabel = "DURATION",
      description = "Wall time of all, e.g. 60s; then exit 1.",
      converter = DurationConverter.class)
  private Duration timeLimit;

  /** Everything that can be named; plug-ins that are left out are told of. */
  public Catalogue catalogue(PrintWriter err) {
    DeviceOptions devices = new DeviceOptions();
    devices.pluginPath = pluginPath;
    Catalogue catalogue = devices.quietly();
    catalogue.leftOut().forEach(wrong -> err.println("lockstep: warning: " + wrong.line()));
    return catalogue;
  }

  /** The same options with threads and limits. */
  public RunOptions options(RunOptions run) {
    if (threads != null) {
      UsageException.require("--threads", threads, Bounds.of(1, MOST_THREADS), "");
    }
    int processors = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
    WallLimits limits = run.limits();
    return run.with()
        .threads(threads == null ? processors : threads)
        .limits(timeLimit == null ? limits : limits.withRun(timeLimit))
        .build();
  }

  /** Wall time of all, if there is a limit. */
  public Optional<Duration> limit() {
    return Optional.ofNullable(timeLimit);
  }
}
