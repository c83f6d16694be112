// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.ProgramOptions;
import io.lockstep.cli.option.RunSettings;
import io.lockstep.cli.table.Format;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.io.OutputException;
import io.lockstep.io.ShellWord;
import io.lockstep.io.output.OutputFile;
import io.lockstep.run.Catalogue;
import io.lockstep.sweep.file.SweepFile;
import io.lockstep.sweep.plan.SweepPlan;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.work.ExistingRows;
import io.lockstep.sweep.work.NewFolder;
import io.lockstep.sweep.work.WorkOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Implements {@code sweep … -o FOLDER/}: creates a folder from a file or a command line. */
public final class SweepInFolder {
  /** Options that are rejected because the sweep file already determines their values. */
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

  private static final Set<String> OF_DRY_RUN = Set.of("--dry-run", "--format");

  /** Folder of the trace of a program within the folder of its sweep. */
  private static final String PROGRAM = "program";

  private final CommandLine line;
  private final List<Path> workloads;
  private final ProgramOptions program;

  SweepInFolder(CommandLine line, List<Path> workloads, ProgramOptions program) {
    this.line = line;
    this.workloads = workloads;
    this.program = program;
  }

  private boolean isFile() {
    return workloads.size() == 1 && SweepFile.isSweep(workloads.get(0));
  }

  boolean isMeant(Path output) {
    if (output == null) {
      if (isFile()) {
        throw new UsageException(
            workloads.get(0) + " is a sweep file and needs a folder for results: -o FOLDER/");
      }
      return false;
    }
    OptionSpec option = line.getParseResult().matchedOption("--output");
    boolean named = option != null && option.originalStringValues().get(0).endsWith("/");
    return isFile() || named || Files.isDirectory(output);
  }

  int dryRun(
      DryRunOptions options,
      Path folder,
      DeviceOptions devices,
      RunSettings settings,
      Format format) {
    refuseOthers(OF_DRY_RUN);
    int threads =
        settings.threads == null ? Runtime.getRuntime().availableProcessors() : settings.threads;
    SweepPlan plan = plan(devices.catalogue(), devices, settings, folder);
    return options.print(line, plan, folder, threads, format);
  }

  private void refuseOthers(Set<String> more) {
    for (OptionSpec option : line.getParseResult().matchedOptions()) {
      String name = option.longestName();
      if (!TAKEN.contains(name) && !more.contains(name) && !ProgramOptions.NAMES.contains(name)) {
        throw new UsageException(
            name + " is not available for a sweep in a folder; see docs/sweeps.md");
      }
    }
  }

  /** Returns the plan, which has the trace of a program at its place in the sweep's folder. */
  private SweepPlan plan(
      Catalogue catalogue, DeviceOptions devices, RunSettings settings, Path folder) {
    SweepFile file = isFile() ? SweepFile.read(workloads.get(0)) : SweepFile.of(workloads);
    SweepFile asked = file.with(settings.execution.parameters, devices.settings(), devices.devices);
    if (program.trace().isEmpty()) {
      return SweepPlan.of(asked, catalogue);
    }
    Path trace = program.trace().get();
    try {
      Files.createFile(trace); // a plan is of workloads that exist
      SweepFile resolved = SweepPlan.of(asked, catalogue).file();
      Files.delete(trace);
      return SweepPlan.frozen(folder == null ? resolved : resolved.of(kept(folder)));
    } catch (IOException e) {
      throw new OutputException(trace.toString(), e);
    }
  }

  private Path kept(Path folder) {
    return folder.resolve(PROGRAM).resolve(program.trace().orElseThrow().getFileName());
  }

  /** Copies the recorded trace of the program, if there is one, into the sweep's folder. */
  private void keepTrace(Path folder) {
    program
        .trace()
        .ifPresent(
            trace -> {
              Path kept = kept(folder);
              try {
                Files.createDirectories(kept.getParent());
              } catch (IOException e) {
                throw new OutputException(folder.toString(), e);
              }
              try (OutputFile file = new OutputFile(kept)) {
                file.copy(trace);
                file.commit();
              }
            });
  }

  int run(
      Path folder,
      DeviceOptions devices,
      RunSettings settings,
      SweepWorkers workers,
      SweepCluster cluster) {
    refuseOthers(SweepCluster.NAMES);
    boolean elsewhere = cluster.isMeant(line);
    if (elsewhere) {
      SweepOnSlurm.launcher(); // fails before a folder is created
    }
    Catalogue catalogue = devices.catalogue();
    SweepPlan plan = plan(catalogue, devices, settings, folder);
    String text = plan.text();
    NewFolder.check(folder, text);
    ProgramOptions.record(line.getCommandSpec());
    SweepFolder sweep =
        NewFolder.of(folder, text, plan.size(), Version.text(), devices.plugins.folders);
    keepTrace(folder);
    if (cluster.isNone()) {
      String shown = ShellWord.of(folder);
      line.getErr()
          .println(
              "lockstep: "
                  + plan.size()
                  + (plan.size() == 1 ? " point" : " points")
                  + "; parts of them are computed with: lockstep sweep shard I/N "
                  + shown);
      return ExitCode.DONE;
    }
    WorkOptions options =
        workers.options(settings.threads, devices.plugins.folders, ExistingRows::of, line.getErr());
    return elsewhere
        ? new SweepOnSlurm(line, sweep, cluster).all(catalogue, options)
        : new SweepRun(line, sweep).all(catalogue, options);
  }
}
