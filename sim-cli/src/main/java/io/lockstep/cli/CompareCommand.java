package io.lockstep.cli;

import io.lockstep.run.dump.BufferDumps;
import io.lockstep.run.observe.Observation;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code lockstep compare}: one kernel, every device, one table. */
@Command(
    name = "compare",
    description = {
      "Runs a workload on all devices of the catalogue, or on those named, and prints one table.",
      "Devices that cannot run it are listed with their reason."
    },
    mixinStandardHelpOptions = true)
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    codes = {0, 1, 2, 3, 4, 5, 6, 130, 143},
    examples = {
      "lockstep compare examples/matmul.yaml",
      "lockstep compare examples/matmul.yaml -p n=256 -d hd5870,mi100,gtx280",
      "lockstep compare examples/spmv.yaml --timing kernels --sort -us",
      "lockstep compare examples/spmv.yaml --columns device,us,+dram,l2.hits",
      "lockstep compare examples/matmul.yaml --set 'dram.bandwidth=*2'",
      "lockstep compare examples/matmul.yaml --set 'l1.size?=16KiB' --format csv",
      "lockstep compare examples/matmul.yaml -d hd5870,gtx280 --by-line",
      "lockstep compare examples/matmul.yaml --chart --base gtx280",
      "lockstep compare examples/matmul.yaml --chart --by-cause",
      "lockstep compare examples/matmul.yaml --baseline old.json"
    })
final class CompareCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "WORKLOAD",
      description = "A workload file (.yaml) or a recorded trace (.lkt).")
  private Path workload;

  @Mixin private DeviceOptions devices;
  @Mixin private RunSettings settings;
  @Mixin private CheckOptions checks;
  @Mixin private Verbosity verbosity;

  @Mixin private DumpOptions dump;
  @Mixin private ResultsOption kept;
  @Mixin private TableOptions table;
  @Mixin private LineOptions lines;
  @Mixin private ChartOptions chart;

  @Mixin private FormatOption output;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    settings.show(lines, table);
    settings.chart = chart.checked(lines, table);
    if (kept.isGiven()) {
      settings.refuseWithResults();
      if (checks.log().wantsAny() || dump.isWanted()) {
        throw new UsageException("--check and --dump want an execution, not --results");
      }
    }
    Job job =
        new Job(
            spec.commandLine(), devices, settings, checks, verbosity, table, output.format, kept);
    try (BufferDumps dumps = dump.dumps();
        Observation none = Observation.none()) {
      return job.run(workload, true, none, dumps);
    }
  }
}
