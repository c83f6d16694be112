package io.lockstep.cli.command;

import io.lockstep.cli.option.CheckOptions;
import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.DumpOptions;
import io.lockstep.cli.option.FormatOption;
import io.lockstep.cli.option.LineOptions;
import io.lockstep.cli.option.ObserveSettings;
import io.lockstep.cli.option.ReportOption;
import io.lockstep.cli.option.ResultsOption;
import io.lockstep.cli.option.RunSettings;
import io.lockstep.cli.option.TableOptions;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.cli.page.HelpPage;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.run.observe.Checkpoint;
import io.lockstep.run.observe.Observation;
import java.nio.file.Path;
import java.util.List;
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
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    codes = {0, 1, 2, 3, 4, 5, 6, 130, 143},
    meanings = {"1: a simulation failed or was refused"},
    examples = {
      "lockstep run examples/matmul.yaml -d hd5870",
      "lockstep run examples/matmul.yaml -d gtx280 --per-unit --format json",
      "lockstep run examples/matmul.yaml -d hd5870 --dump c=c.npy",
      "lockstep run examples/matmul.yaml -d mi300a --by-line -n 5",
      "lockstep run examples/matmul.yaml -d mi300a --critical-path",
      "lockstep run matmul.lkt -d mi300a --timeline matmul.pftrace",
      "lockstep run matmul.lkt -d hd5870 --checkpoint-at 50000 --checkpoint half.lkcp"
    })
public final class RunCommand implements Callable<Integer> {
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

  @Mixin private LineOptions lines;

  @Mixin private FormatOption output;
  @Mixin private ReportOption report;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    settings.lines = lines.checked();
    RunRequest request = new RunRequest(workload, devices, settings, observe.resume);
    observe.resumed().map(Checkpoint::setup).ifPresent(request::fillIn);
    workload = request.workload();
    if (workload == null) {
      throw new UsageException("name a workload (.yaml) or a recorded trace (.lkt)");
    }
    if ((observe.checkpoint != null || observe.resume != null) && devices.devices.size() != 1) {
      throw new UsageException("a checkpoint is of one device: name one, with --device");
    }
    if (observe.resume != null && lines.criticalPath()) {
      throw new UsageException("--critical-path: a checkpoint does not hold the paths until then");
    }
    if ((observe.checkpoint != null || observe.resume != null) && settings.phases > 1) {
      throw new UsageException("--phases: a checkpoint is of one launch phase; --phase names it");
    }
    Job job =
        new Job(
            spec.commandLine(),
            devices,
            settings,
            checks,
            verbosity,
            new TableOptions(),
            output.format,
            new ResultsOption());
    try (BufferDumps dumps = dump.dumps();
        ReportOption page = report.open();
        Observation observation =
            Observation.open(observe.options(request.setup(), request::arguments))) {
      job.reporting(new ResultReport(page, new TableOptions(), null));
      return job.run(List.of(workload), false, observation, dumps);
    }
  }
}
