package io.lockstep.cli;

import io.lockstep.run.observe.Observation;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lockstep run}: one workload on the devices named; fails if any fails. */
@Command(
    name = "run",
    description = {
      "Runs a workload on one or more devices, with all statistics.",
      "Fails if any device fails, refuses or computes a wrong result."
    },
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "WORKLOAD",
      description = "A workload file (.yaml) or a recorded trace (.lkt).")
  private Path workload;

  @Mixin private DeviceOptions devices;
  @Mixin private RunSettings settings;
  @Mixin private ObserveSettings observe;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      description = "table, json or csv (default: ${DEFAULT-VALUE}).",
      defaultValue = "table")
  private Format format;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    Job job = new Job(spec.commandLine(), devices, settings, format);
    try (Observation observation = Observation.open(observe.options())) {
      return job.run(workload, false, observation);
    }
  }
}
