// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.command.Job;
import io.lockstep.cli.command.LineSources;
import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.CycleOptions;
import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.FileUse;
import io.lockstep.cli.option.LineOptions;
import io.lockstep.cli.option.ProgramOptions;
import io.lockstep.cli.option.ResultsOption;
import io.lockstep.cli.option.RunSettings;
import io.lockstep.cli.option.TableOptions;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.cli.table.Format;
import io.lockstep.cli.terminal.Ending;
import io.lockstep.cli.terminal.Progress;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.io.ShellWord;
import io.lockstep.io.output.OutputFile;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Runner;
import io.lockstep.study.Study;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.point.Request;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "sweep",
    description = {
      "Runs every combination of parameters of workloads and devices.",
      "Commas separate the values of a list. A sweep file or -o FOLDER/ makes a sweep "
          + "that can be resumed. docs/sweeps.md"
    },
    subcommands = {
      SweepResumeCommand.class,
      SweepShardCommand.class,
      SweepCancelCommand.class,
      SweepStatusCommand.class,
      SweepQueryCommand.class,
      SweepExportCommand.class,
      SweepBestCommand.class,
      SweepCompareCommand.class,
      SweepReportCommand.class
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    place = 15,
    codes = {0, 1, 2, 3, 4, 5, 6, 130, 143},
    rare = {
      "--by-line",
      "--critical-path",
      "--top",
      "--scope",
      "--sources",
      "--by-cause",
      "--per-unit"
    },
    examples = {
      "lockstep sweep examples/matmul.yaml --param n=64,128 -d hd5870 -o n.csv",
      "lockstep sweep examples/matmul.yaml -d hd5870 --set l1.size=8KiB,16KiB",
      "lockstep sweep examples/matmul.yaml --param n=64,128 --results kept",
      "lockstep sweep examples/sweeps/sizes.yaml --dry-run",
      "lockstep sweep examples/matmul.yaml matmul.lkt --format table --sort us"
    })
public final class SweepCommand implements Callable<Integer> {
  /** Maximum number of points without a folder; all would be lost if the process ended early. */
  private static final int SCREENFUL = 50;

  @Parameters(
      paramLabel = "WORKLOAD",
      arity = "0..*",
      description = "Workloads, traces, one sweep file, or -- PROGRAM ARG….")
  private List<Path> workloads = new ArrayList<>();

  @Mixin private DeviceOptions devices;
  @Mixin private RunSettings settings;
  @Mixin private ProgramOptions program;
  @Mixin private ResultsOption kept;
  @Mixin private TableOptions table;
  @Mixin private LineOptions lines;
  @Mixin private CycleOptions cycles;
  @Mixin private SweepWorkers workers;
  @Mixin private SweepCluster cluster;
  @Mixin private DryRunOptions dryRun;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      description = "csv, json or table (default: ${DEFAULT-VALUE}).",
      defaultValue = "csv")
  private Format format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "File (at most 50 points), or FOLDER/ that can resume.")
  @FileUse(FileUse.Kind.WRITE_FILE)
  private Path output;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private volatile LineSources sources = new LineSources((request, result) -> {});

  @Override
  public Integer call() {
    if (workloads.isEmpty()) { // a subcommand needs no workload
      throw new CommandLine.ParameterException(
          spec.commandLine(), "Missing required parameter: 'WORKLOAD'");
    }
    SweepInFolder inFolder = new SweepInFolder(spec.commandLine(), workloads, program);
    if (dryRun.isAsked()) {
      return inFolder.dryRun(dryRun, output, devices, settings, format);
    }
    if (inFolder.isMeant(output)) {
      return inFolder.run(output, devices, settings, workers, cluster);
    }
    if (cluster.isMeant(spec.commandLine())) {
      throw new UsageException("--on slurm wants a folder that all nodes share: -o FOLDER/");
    }
    if (cluster.isNone()) {
      throw new UsageException("--on none wants a folder: -o FOLDER/");
    }
    Catalogue catalogue = devices.catalogue();
    if (output != null && !kept.isGiven() && points(catalogue) > SCREENFUL) {
      spec.commandLine()
          .getErr()
          .println(
              ("lockstep: a sweep of more than %s points keeps each in a folder, %s:"
                      + " lockstep sweep export prints them")
                  .formatted(SCREENFUL, ShellWord.of(output)));
      return inFolder.run(output, devices, settings, workers, cluster);
    }
    cycles.request(settings);
    showLines();
    table.check(format, catalogue);
    settings.byCause |= table.namesCauses();
    if (output == null) {
      PrintWriter out = spec.commandLine().getOut();
      return sweep(
          catalogue,
          results -> {
            out.print(text(results));
            out.flush();
          });
    }
    try (OutputFile file =
        new OutputFile(output)) { // an invalid name is reported before the simulations
      return sweep(
          catalogue,
          results -> {
            file.write(text(results).getBytes(StandardCharsets.UTF_8));
            file.commit();
          });
    }
  }

  private long points(Catalogue catalogue) {
    return (long) workloads.size()
        * product(settings.execution.parameters).size()
        * targets(catalogue, product(devices.settings())).size();
  }

  /** Simulates all points; if interrupted, prints the finished points. */
  private int sweep(Catalogue catalogue, Consumer<List<RunResult>> print) {
    List<Map<String, String>> parameterSets = product(settings.execution.parameters);
    List<Runner.Target> targets = targets(catalogue, product(devices.settings()));
    List<Request> requests = new ArrayList<>();
    for (Path workload : workloads) {
      for (Map<String, String> parameters : parameterSets) {
        for (Runner.Target target : targets) {
          requests.add(new Request(workload, parameters, target));
        }
      }
    }
    PrintWriter err = spec.commandLine().getErr();
    StudyOptions options =
        StudyOptions.defaults()
            .with(settings.options(requests.size(), CheckLog.none()))
            .with(kept.store(err))
            .with(workers.lanes(devices.plugins.folders))
            .telling(Verbosity.notes(err))
            .strictly();
    ProgramOptions.record(spec);
    List<RunResult> results;
    try (Progress progress = new Progress();
        Study runner = new Study(catalogue, Plugins.frontends(), options)) {
      Ending.begin(
          () -> {
            List<RunResult> found = runner.standing();
            print.accept(found);
            return Ending.words(found, requests.size()) + kept.goesOn();
          });
      sources = new LineSources(progress.counting(requests));
      results = runner.run(requests, sources);
      Ending.claim();
    }
    print.accept(results);
    return Job.exitCode(results, true, false);
  }

  /** Applies the options for source lines, which exclude columns and stored results. */
  private void showLines() {
    settings.lines = lines.checked();
    if (!lines.isWanted()) {
      return;
    }
    table.refuseWith("--by-line shows lines");
    if (kept.isGiven()) {
      throw new UsageException(
          "--by-line, --critical-path: what they show is not kept; leave out --results");
    }
  }

  private String text(List<RunResult> results) {
    Screen screen = output == null ? Terminal.screen() : Screen.plain();
    List<RunResult> sorted = table.sorted(results);
    return lines.isWanted()
        ? lines.text(format, sources.places(lines::places), sorted, CheckLog.none(), true, screen)
        : table.text(format, sorted, CheckLog.none(), screen);
  }

  private List<Runner.Target> targets(Catalogue catalogue, List<Map<String, String>> overrideSets) {
    List<Runner.Target> targets = new ArrayList<>();
    for (Map<String, String> overrides : overrideSets) {
      DeviceOptions one = new DeviceOptions();
      one.devices = devices.devices;
      one.overrides = overrides;
      targets.addAll(one.chosen(catalogue, true));
    }
    return targets;
  }

  /** Returns all combinations of comma-separated values; the first name varies slowest. */
  static List<Map<String, String>> product(Map<String, String> lists) {
    List<Map<String, String>> all = new ArrayList<>();
    all.add(new LinkedHashMap<>());
    for (Map.Entry<String, String> e : lists.entrySet()) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> before : all) {
        for (String value : e.getValue().split(",", -1)) {
          Map<String, String> next = new LinkedHashMap<>(before);
          next.put(e.getKey(), value.strip());
          longer.add(next);
        }
      }
      all = longer;
    }
    return all;
  }
}
