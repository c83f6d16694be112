package io.lockstep.cli;

import io.lockstep.run.Catalogue;
import io.lockstep.sweep.file.SweepFile;
import io.lockstep.sweep.plan.SweepPlan;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.work.NewFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** {@code lockstep sweep … -o FOLDER/}: makes a sweep's folder of a file or a command line. */
final class SweepInFolder {
  /** What a sweep's folder has other ways for is refused. */
  private static final Set<String> TAKEN =
      Set.of(
          "--device",
          "--set",
          "--ideal",
          "--plugin-path",
          "--param",
          "--threads",
          "--workers",
          "--fail-fast",
          "--output",
          "--debug");

  private final CommandLine line;
  private final List<Path> workloads;

  SweepInFolder(CommandLine line, List<Path> workloads) {
    this.line = line;
    this.workloads = workloads;
  }

  private boolean isFile() {
    return workloads.size() == 1 && SweepFile.isSweep(workloads.get(0));
  }

  /** Whether a folder is asked for. */
  boolean isMeant(Path output) {
    if (output == null) {
      if (isFile()) {
        throw new UsageException(
            workloads.get(0) + " is a sweep file: its results want a folder, -o FOLDER/");
      }
      return false;
    }
    OptionSpec option = line.getParseResult().matchedOption("--output");
    boolean named = option != null && option.originalStringValues().get(0).endsWith("/");
    return isFile() || named || Files.isDirectory(output);
  }

  int run(Path folder, DeviceOptions devices, RunSettings settings, SweepWorkers workers) {
    for (OptionSpec option : line.getParseResult().matchedOptions()) {
      if (!TAKEN.contains(option.longestName())) {
        throw new UsageException(
            option.longestName() + " is not for a sweep in a folder; docs/sweeps.md says what is");
      }
    }
    Catalogue catalogue = devices.catalogue();
    SweepFile file =
        (isFile() ? SweepFile.read(workloads.get(0)) : ofWorkloads())
            .with(settings.execution.parameters, devices.settings(), devices.devices);
    SweepPlan plan = SweepPlan.of(file, catalogue);
    SweepFolder sweep = NewFolder.of(folder, plan.text(), plan.size(), Version.text());
    return new SweepRun(line, sweep)
        .all(
            catalogue, workers.options(settings.threads, devices.pluginPath, false, line.getErr()));
  }

  /** Workloads as a sweep file names them. */
  private SweepFile ofWorkloads() {
    String text =
        workloads.stream()
            .map(w -> "  - '" + w.toString().replace("'", "''") + "'\n")
            .collect(Collectors.joining("", "workloads:\n", ""));
    return SweepFile.read("command line", text, Path.of("").toAbsolutePath());
  }
}
