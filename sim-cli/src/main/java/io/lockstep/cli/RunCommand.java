package io.lockstep.cli;

import io.lockstep.run.dump.BufferDumps;
import io.lockstep.run.observe.Checkpoint;
import io.lockstep.run.observe.Observation;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
      arity = "0..1",
      description = {
        "A workload file (.yaml) or a recorded trace (.lkt);",
        "may be left out with --resume."
      })
  private Path workload;

  @Mixin private DeviceOptions devices;
  @Mixin private RunSettings settings;
  @Mixin private CheckOptions checks;
  @Mixin private Verbosity verbosity;
  @Mixin private ObserveSettings observe;

  @Mixin private DumpOptions dump;

  @Mixin private FormatOption output;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    RunRequest request = new RunRequest(workload, devices, settings, observe.resume);
    observe.resumed().map(Checkpoint::setup).ifPresent(request::fillIn);
    workload = request.workload();
    if (workload == null) {
      throw new UsageException("name a workload (.yaml) or a recorded trace (.lkt)");
    }
    if ((observe.checkpoint != null || observe.resume != null) && devices.devices.size() != 1) {
      throw new UsageException("a checkpoint is of one device: name one, with --device");
    }
    Job job =
        new Job(
            spec.commandLine(),
            devices,
            settings,
            checks,
            verbosity,
            new TableOptions(),
            output.format);
    try (BufferDumps dumps = dump.dumps();
        Observation observation = Observation.open(observe.options(request.setup(), request))) {
      return job.run(workload, false, observation, dumps);
    }
  }
}
